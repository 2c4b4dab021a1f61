/** The whole suite in one file, so that an engine is started once. */
import "./smoke";
import "./looks";
import "./tooltips";
import "./bars-and-toasts";
import "./policy";
import "./page-end";

/** A bar lies over the page, which makes room for it: as much as its words need. */
const { style } = document.documentElement;
const observer = new ResizeObserver(([{ borderBoxSize }]) => {
  style.setProperty("--bar", `${borderBoxSize[0].blockSize}px`);
});

function watch() {
  observer.disconnect();
  const bar = document.querySelector("service-host")?.shadowRoot.querySelector(".bar .box");
  if (bar) observer.observe(bar);
  else style.removeProperty("--bar");
}

window.Service ??= [];
Service.push((sdk) => {
  sdk.on("decision", watch);
  watch();
});

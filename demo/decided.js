/** What Service has decided about each place, from the first decision on: the page's modules may load after it. */
window.decided = new Map();
window.Service ??= [];
Service.push((sdk) => {
  sdk.on("decision", (event) => decided.set(event.slot ?? event.placement, event));
});

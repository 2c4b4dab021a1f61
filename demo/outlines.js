/** Outlines what is Service's: all of it on demand, or the slot whose row is pointed at. */
const list = document.querySelector(".decisions");
const slots = document.querySelectorAll("[data-service-slot]");

document.querySelector("[data-outline]").addEventListener("change", ({ target }) => {
  document.documentElement.classList.toggle("has-outlines", target.checked);
});

function point() {
  const row = list.querySelector("li:hover") ?? list.querySelector("li:focus-within");
  for (const slot of slots) {
    slot.classList.toggle("is-pointed-at", slot.dataset.serviceSlot === row?.dataset.place);
  }
}
for (const event of ["pointerover", "pointerleave", "focusin", "focusout"]) {
  list.addEventListener(event, point);
}

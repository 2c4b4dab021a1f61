/** Outlines what is Service's: all of it on demand, or the slot whose row is pointed at. */
const list = document.querySelector(".decisions");
const slots = document.querySelectorAll("[data-service-slot]");

document.querySelector("[data-outline]").addEventListener("change", ({ target }) => {
  document.documentElement.classList.toggle("has-outlines", target.checked);
});

function point(pointedAt) {
  const row = pointedAt ?? list.querySelector("li:focus-within");
  for (const slot of slots) {
    slot.classList.toggle("is-pointed-at", slot.dataset.serviceSlot === row?.dataset.place);
  }
}
// Firefox tells of a pointer before `:hover` does.
list.addEventListener("pointerover", ({ target }) => point(target.closest("li")));
list.addEventListener("pointerleave", () => point());
for (const event of ["focusin", "focusout"]) {
  list.addEventListener(event, () => point(list.querySelector("li:hover")));
}

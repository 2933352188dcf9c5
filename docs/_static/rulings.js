// Show only the rulings that contain all words of the filter.
const box = document.querySelector("input.filter");
const rulings = [...document.querySelectorAll(".ruling")];
box.hidden = false;
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const ruling of rulings) {
    const text = ruling.querySelector("p").textContent.toLowerCase();
    ruling.hidden = !words.every((word) => text.includes(word));
  }
});

(() => {
  const player = document.getElementById("player");
  if (!player) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-seek]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.currentTime = Number(link.dataset.seek);
    player.play();
  });
  const turns = [...document.querySelectorAll(".turn[data-start]")];
  let now = null;
  player.addEventListener("timeupdate", () => {
    const time = player.currentTime;
    const next = turns.find((turn) => time >= Number(turn.dataset.start) && time < Number(turn.dataset.end)) || null;
    if (next === now) return;
    if (now) now.classList.remove("now");
    if (next) next.classList.add("now");
    now = next;
  });
})();

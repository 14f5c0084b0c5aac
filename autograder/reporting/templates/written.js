// Ticking in the page of written answers. Nothing is sent anywhere: a draft stays in this browser until the gradebook has
// it, and the button saves the table that `autograder written … --take` reads.
(function () {
  const columns = ["question", "group", "students", "begins", "again", "items", "points", "comment"];
  const groups = Array.from(document.querySelectorAll("fieldset.grade"));
  const button = document.querySelector(".save button"), status = document.querySelector(".save [role=status]");
  const place = "autograder written " + location.pathname;
  const boxes = (group) => Array.from(group.querySelectorAll("input[type=checkbox]"));
  const points = (group) => group.querySelector("input[type=number]");
  const comment = (group) => group.querySelector("input[type=text]");
  const name = (group) => group.dataset.question + " " + group.dataset.group;
  const known = (group) => ({ items: group.dataset.items, points: group.dataset.points, comment: group.dataset.comment });
  const shown = new Map();  // group → what its boxes and fields make of what the table has
  const isChanged = (group) => !same(entered(group), shown.get(group));
  const same = (one, other) => ["items", "points", "comment"].every((key) => one[key] === other[key]);

  function entered(group) {
    const ticked = boxes(group).filter((box) => box.checked).map((box) => box.value);
    return { items: ticked.join(" "), points: points(group).value, comment: comment(group).value };
  }
  function enter(group, given) {
    const letters = given.items.split(" ");
    for (const box of boxes(group)) box.checked = letters.includes(box.value);
    points(group).value = given.points;
    comment(group).value = given.comment;
  }
  function drafts() {
    try { return JSON.parse(localStorage.getItem(place)) || {}; } catch (error) { return {}; }
  }
  function keepDrafts() {
    const changed = groups.filter(isChanged);
    const kept = Object.fromEntries(changed.map((group) => [name(group), { from: known(group), to: entered(group) }]));
    let where = "kept as a draft in this browser";
    try { localStorage.setItem(place, JSON.stringify(kept)); } catch (error) { where = "not kept if you close the page"; }
    const waiting = groups.filter((group) => isChanged(group) || group.dataset.waits).length;
    const count = (waiting === 1 ? "1 group is" : waiting + " groups are") + " not in the gradebook yet";
    const draft = changed.length ? "; what you entered here is " + where : "";
    status.textContent = waiting ? count + draft + "." : "";
  }
  function change(group, event) {
    const box = event.target;
    if (box.type === "checkbox" && box.checked) {
      for (const other of boxes(group)) if ((other.value === "none") !== (box.value === "none")) other.checked = false;
      points(group).value = "";
    } else if (box.type === "number" && box.value !== "") boxes(group).forEach((other) => { other.checked = false; });
    keepDrafts();
  }
  // As in the table that the command writes: nothing that a spreadsheet would take for a formula.
  const field = (text) => '"' + (/^\s*[=+\-@]/.test(text) ? "'" + text : text).replaceAll('"', '""') + '"';
  function table() {
    const rows = groups.map((group) => {
      const row = { ...group.dataset, ...(isChanged(group) ? entered(group) : {}) };
      return columns.map((column) => field(row[column] || "")).join(",");
    });
    return [columns.join(","), ...rows].join("\n") + "\n";
  }
  const old = drafts();
  for (const group of groups) {
    const draft = old[name(group)];
    enter(group, known(group));
    shown.set(group, entered(group));
    if (draft && same(draft.from, known(group))) enter(group, draft.to);
    group.addEventListener("input", (event) => change(group, event));
  }
  keepDrafts();
  button.addEventListener("click", function () {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([table()], { type: "text/csv" }));
    link.download = button.dataset.file;
    link.click();
    URL.revokeObjectURL(link.href);
  });
})();

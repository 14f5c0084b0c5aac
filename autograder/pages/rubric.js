// Boxes of a rubric in the formgrader: a tick is kept at once, and the score follows. base_url, submission_id,
// formgrader and getCookie are the formgrader's own.
document.addEventListener("DOMContentLoaded", function () {
  const url = base_url + "/api/ticks";
  const boxes = (rubric) => Array.from(rubric.querySelectorAll("input[type=checkbox]"));
  function say(rubric, words) { rubric.querySelector("[role=status]").textContent = words; }
  function show(rubric, known) {
    for (const box of boxes(rubric)) {
      box.checked = known.letters === null ? false
        : box.value === "none" ? known.letters === "" : known.letters.includes(box.value);
    }
    if (known.letters !== null) say(rubric, known.points + " points from the rubric.");
    else if (known.points !== null) say(rubric, known.points + " points, given without the rubric. A tick replaces them.");
    else say(rubric, "Not graded yet.");
  }
  // The formgrader's own field and model follow, so that it does not write an older score later.
  function setScore(question, points) {
    const grade = formgrader.grades && formgrader.grades.findWhere({ name: question });
    if (grade) grade.set({ manual_score: points, needs_manual_grade: points === null });
  }
  async function keep(rubric, changed) {
    const none = boxes(rubric).find((box) => box.value === "none");
    if (changed === none && none.checked) boxes(rubric).forEach((box) => { box.checked = box === none; });
    else if (changed.checked) none.checked = false;
    const ticked = boxes(rubric).filter((box) => box.checked).map((box) => box.value);
    const letters = ticked.length ? ticked.filter((value) => value !== "none").join("") : null;
    say(rubric, "Saving …");
    try {
      const answer = await fetch(url + "/" + rubric.dataset.grade, {
        method: "PUT", body: JSON.stringify({ letters: letters }),
        headers: { "Content-Type": "application/json", "X-CSRFToken": getCookie("_xsrf") },
      });
      if (!answer.ok) throw new Error(answer.status);
      const known = await answer.json();
      setScore(rubric.dataset.question, known.points);
      show(rubric, known);
    } catch (error) {
      say(rubric, "Not saved (" + error.message + "): reload the page and tick again.");
    }
  }
  async function fill() {
    let known = {};
    try {
      const answer = await fetch(url + "?submission_id=" + encodeURIComponent(submission_id));
      if (answer.ok) known = await answer.json();
    } catch (error) { /* the server has gone, or asks for a login: every rubric says so below */ }
    for (const rubric of document.querySelectorAll(".autograder-rubric")) {
      const one = known[rubric.dataset.question];
      if (!one) { say(rubric, "The items cannot be ticked here: type points above."); continue; }
      rubric.dataset.grade = one.grade;
      show(rubric, one);
      boxes(rubric).forEach((box) => box.addEventListener("change", () => keep(rubric, box)));
    }
  }
  fill();
});

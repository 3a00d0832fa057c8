// What is wrong with the drawing of a page: text cut off, text over text, anything out of the picture.
() => {
  const faults = [];
  const seen = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
    }
    return true;
  };
  const said = (element) => `${element.className.baseVal ?? element.className} "${element.textContent.slice(0, 30)}"`;
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) faults.push("the page scrolls");
  const stage = document.querySelector(".stage");
  const texts = [];
  const walk = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest(".card, .stale") || !seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    // A line is higher than its letters.
    const letters = Math.min(box.height, Number.parseFloat(getComputedStyle(element).fontSize) * (element.ownerSVGElement ? 0.5 : 0.96));
    const middle = (box.top + box.bottom) / 2;
    const text = { element, left: box.left, right: box.right, top: middle - letters / 2, bottom: middle + letters / 2 };
    for (let each = element; each !== stage; each = each.parentElement) {
      const style = getComputedStyle(each);
      const clips = style.overflowX !== "visible" || each.classList.contains("panel");
      if (!clips) continue;
      const frame = each.getBoundingClientRect();
      const out = text.left < frame.left - 1 || text.right > frame.right + 1;
      if (out && style.textOverflow === "ellipsis") {
        text.left = Math.max(text.left, frame.left);
        text.right = Math.min(text.right, frame.right);
        const least = Number.parseFloat(style.fontSize) * 1.5;
        if (frame.width < least) faults.push(`no room: ${said(element)}`);
      } else if (out) faults.push(`cut off: ${said(element)}`);
      if (text.top < frame.top - 1 || text.bottom > frame.bottom + 1) faults.push(`cut off above or below: ${said(element)}`);
    }
    if (text.left < -1 || text.top < -1 || text.right > innerWidth + 1 || text.bottom > innerHeight + 1) faults.push(`out of the picture: ${said(element)}`);
    texts.push(text);
  }
  texts.forEach((one, place) => {
    for (const other of texts.slice(place + 1)) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) faults.push(`${said(one.element)} over ${said(other.element)}`);
    }
  });
  for (const element of stage.querySelectorAll(".panel, .badge, .card, .level-box, .place, .count, svg")) {
    if (!seen(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`out of the picture: ${said(element)}`);
    const panel = element.parentElement.closest(".panel");
    const frame = panel?.getBoundingClientRect();
    if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) {
      faults.push(`out of its panel: ${said(element)}`);
    }
  }
  return faults;
}

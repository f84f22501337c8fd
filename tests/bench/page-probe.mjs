/**
 * Runs before any script of a page: records the first frame in which text or a picture of a book is visible in the window, and every move
 * of it.
 */
export function probe() {
  if (window !== window.top) return;
  const seen = (window.bench = { first: 0, input: 0, turns: [] });
  let before = '';
  const textIn = (frame) => {
    const inside = frame.contentDocument;
    const at = frame.getBoundingClientRect();
    if (!inside?.body || getComputedStyle(frame).visibility === 'hidden') return false;
    const walker = inside.createTreeWalker(inside.body, 4);
    for (let node = walker.nextNode(), count = 0; node && count < 3000; node = walker.nextNode(), count++) {
      if (!/\S/.test(node.data)) continue;
      const range = inside.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width && at.left + box.left < innerWidth && at.left + box.right > 0 && at.top + box.top < innerHeight) return true;
    }
    // A page that is a picture counts as visible once it is decoded and covers a twentieth of the window.
    return [...inside.querySelectorAll('img, image')].some((picture) => {
      const box = picture.getBoundingClientRect();
      return picture.complete !== false && box.width * box.height > (innerWidth * innerHeight) / 20;
    });
  };
  const hooked = new WeakSet();
  /** Documents whose text was visible: a chapter that is still loading has not been turned to. */
  const shown = new WeakSet();
  const key = (event) => (seen.input = event.view.performance.timeOrigin - performance.timeOrigin + event.timeStamp);
  addEventListener('keydown', key, true);
  const tick = () => {
    requestAnimationFrame(tick);
    let now = '';
    for (const frame of document.querySelectorAll('iframe')) {
      const inside = frame.contentDocument;
      if (inside && !hooked.has(inside)) {
        hooked.add(inside);
        inside.addEventListener('keydown', key, true);
      }
      if (!seen.first && textIn(frame)) {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          if (seen.first) return;
          seen.first = performance.now();
          // Reported by the page, because querying a page during its start costs time that is being measured.
          console.debug('first page', seen.first);
        });
        port1.start();
        port2.postMessage(0);
      }
      if (getComputedStyle(frame).visibility === 'hidden' || !inside?.documentElement) continue;
      if (!shown.has(inside.documentElement)) {
        if (!textIn(frame)) continue;
        shown.add(inside.documentElement);
      }
      const at = frame.getBoundingClientRect();
      now += `${at.left | 0},${frame.contentWindow?.scrollX | 0},${inside.documentElement.scrollLeft | 0},${inside.documentElement.scrollTop | 0},${inside.body?.textContent.length};`;
    }
    if (!now) return;
    if (now !== before && seen.input) {
      seen.turns.push(performance.now() - seen.input);
      seen.input = 0;
    }
    before = now;
  };
  requestAnimationFrame(tick);
}

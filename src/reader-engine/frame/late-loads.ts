/**
 * Reports resources that load late and may move the text: pictures, fonts, imported sheets. It reports once before the frame in
 * which they are drawn, because each report causes a layout and a page of pictures has dozens. Returns a stop function, which reports
 * pending loads at once. A sheet written into the page was there before the layout and moves nothing.
 */
export function watchLateLoads(inside: Document, moved: () => void): () => void {
  let frame = 0;
  const notify = (): void => {
    frame = 0;
    moved();
  };
  // A hidden page gets no animation frames.
  const soon = (): void => (document.hidden ? moved() : void (frame ||= requestAnimationFrame(notify)));
  const loaded = ({ target }: Event): void => {
    const { localName, textContent } = target as Element;
    if (localName !== 'style' || /@import/.test(textContent)) soon();
  };
  inside.addEventListener('load', loaded, true);
  // Opening or closing a <details> changes the number of pages.
  inside.addEventListener('toggle', soon, true);
  inside.fonts?.addEventListener('loadingdone', soon);
  return () => {
    inside.removeEventListener('load', loaded, true);
    inside.removeEventListener('toggle', soon, true);
    inside.fonts?.removeEventListener('loadingdone', soon);
    if (!frame) return;
    cancelAnimationFrame(frame);
    notify();
  };
}

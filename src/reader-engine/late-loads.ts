/**
 * Tells of what comes late and may move the text: pictures, fonts, sheets that sheets fetch. Once before the frame of the screen
 * in which they are drawn, for each answer is a layout, and a page of pictures has dozens. Answers how to stop, which tells at
 * once of what was not told yet. A sheet that is written into the page was there before it was laid out, and moves nothing.
 */
export function watchLateLoads(inside: Document, moved: () => void): () => void {
  let frame = 0;
  const tell = (): void => {
    frame = 0;
    moved();
  };
  // A hidden page has no frames.
  const soon = (): void => (document.hidden ? moved() : void (frame ||= requestAnimationFrame(tell)));
  const loaded = ({ target }: Event): void => {
    const { localName, textContent } = target as Element;
    if (localName !== 'style' || /@import/.test(textContent)) soon();
  };
  inside.addEventListener('load', loaded, true);
  // A <details> that opens or closes changes the number of pages.
  inside.addEventListener('toggle', soon, true);
  inside.fonts?.addEventListener('loadingdone', soon);
  return () => {
    inside.removeEventListener('load', loaded, true);
    inside.removeEventListener('toggle', soon, true);
    inside.fonts?.removeEventListener('loadingdone', soon);
    if (!frame) return;
    cancelAnimationFrame(frame);
    tell();
  };
}

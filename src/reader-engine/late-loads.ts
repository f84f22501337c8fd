/**
 * Tells of what comes late and may move the text: pictures, fonts, sheets that sheets fetch. Answers how to stop.
 * A sheet that is written into the page was there before it was laid out, and is told of all the same: it moves nothing.
 */
export function watchLateLoads(inside: Document, moved: () => void): () => void {
  const loaded = ({ target }: Event): void => {
    const { localName, textContent } = target as Element;
    if (localName !== 'style' || /@import/.test(textContent)) moved();
  };
  inside.addEventListener('load', loaded, true);
  inside.fonts?.addEventListener('loadingdone', moved);
  return () => {
    inside.removeEventListener('load', loaded, true);
    inside.fonts?.removeEventListener('loadingdone', moved);
  };
}

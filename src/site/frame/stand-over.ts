/** A sheet hides and shuts out whatever does not stand in it: the one on top, or the page. */
const onTop = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].findLast((dialog) => dialog.matches(':modal')) ?? document.body;

/**
 * A place for a question on top of everything, until it is answered: a sheet that goes leaves it behind, and one that
 * opens has it. As the dialog takes it.
 */
export function standOver(): { getContainer: () => HTMLElement; onClose: () => void; afterClose: () => void } {
  const place = document.createElement('div');
  const put = (): void => {
    const top = onTop();
    if (place.parentElement === top) return;
    top.append(place);
    // Taken out of the page it has lost the keyboard.
    if (!place.contains(document.activeElement))
      [...place.querySelectorAll<HTMLElement>('.adm-dialog-button')].at(-1)?.focus({ preventScroll: true });
  };
  put();
  const watch = new MutationObserver(put);
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  return {
    getContainer: () => place,
    // What is answered is on its way out, with its sheet if that goes first.
    onClose: () => watch.disconnect(),
    afterClose: () => place.remove(),
  };
}

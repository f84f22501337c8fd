import { onBackKey } from './back-key.ts';

/** A sheet hides and shuts out whatever does not stand in it: the one on top, or the page. */
const onTop = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].findLast((dialog) => dialog.matches(':modal')) ?? document.body;

/**
 * A place for a question on top of everything, until it is answered: a sheet that goes leaves it behind, and one that
 * opens has it. The back key says no, and so does who leaves the page it was asked on; what has one answer is said all the same.
 * As the dialog takes it.
 */
export function overlayOffset(): { getContainer: () => HTMLElement; onClose: () => void; afterClose: () => void } {
  const place = document.createElement('div');
  const buttons = (): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('.adm-dialog-button')];
  const no = (): void => buttons()[0]?.click();
  const leave = (): void => (buttons().length > 1 ? no() : undefined);
  const put = (): void => {
    // The observer may be called once more after its page is gone.
    if (!globalThis.document) return;
    const top = onTop();
    if (place.parentElement === top) return;
    top.append(place);
    // Taken out of the page it has lost the keyboard.
    if (!place.contains(document.activeElement)) buttons().at(-1)?.focus({ preventScroll: true });
  };
  put();
  const watch = new MutationObserver(put);
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  const unwatch = onBackKey(no);
  addEventListener('popstate', leave);
  return {
    getContainer: () => place,
    // What is answered is on its way out, with its sheet if that goes first.
    onClose: () => {
      watch.disconnect();
      unwatch();
      removeEventListener('popstate', leave);
    },
    afterClose: () => place.remove(),
  };
}

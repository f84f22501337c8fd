import { onBackKey } from './back-key.ts';

/** A modal sheet hides and blocks everything outside it, so dialogs go into the topmost sheet, or into the page. */
const onTop = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].findLast((dialog) => dialog.matches(':modal')) ?? document.body;

/**
 * Returns props for a dialog above everything until it is answered. A sheet that closes leaves the dialog behind, and one that
 * opens takes it in. The back key answers no, and so does leaving the page. A dialog with a single answer stays open.
 * The shape matches the dialog component's props.
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
    // Moving the element in the DOM removed the focus.
    if (!place.contains(document.activeElement)) buttons().at(-1)?.focus({ preventScroll: true });
  };
  put();
  const watch = new MutationObserver(put);
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  const unwatch = onBackKey(no);
  addEventListener('popstate', leave);
  return {
    getContainer: () => place,
    // An answered dialog is closing, with its sheet if that closes first.
    onClose: () => {
      watch.disconnect();
      unwatch();
      removeEventListener('popstate', leave);
    },
    afterClose: () => place.remove(),
  };
}

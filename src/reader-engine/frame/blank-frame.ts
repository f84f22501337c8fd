const SANDBOX = 'allow-same-origin';
/** Written instead of loaded: a frame with an address is a navigation, which takes tens of milliseconds on a phone. */
const BLANK = '<!doctype html><html><head></head><body></body></html>';
const SILENT = BLANK.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="script-src 'none'">`);

/** Whether this browser calls our event listeners in a frame that may not run scripts; null before the test. */
let listens: boolean | null = null;

/**
 * Creates an empty document in a frame of `host` that never runs scripts of a book: in `element`, or in a replacement.
 * WebKit calls no listeners in a frame without `allow-scripts`, not even those of the parent page (WebKit bug 218086):
 * there the frame gets `allow-scripts`, and a content security policy that blocks all scripts.
 */
export function blankFrame(host: HTMLElement, element: HTMLIFrameElement): HTMLIFrameElement {
  if (listens !== false) {
    write(host, element, SANDBOX, BLANK);
    listens ??= hears(element);
    if (listens) return element;
  }
  const other = element.cloneNode() as HTMLIFrameElement;
  element.remove();
  write(host, other, `${SANDBOX} allow-scripts`, SILENT);
  return other;
}

function write(host: HTMLElement, element: HTMLIFrameElement, sandbox: string, text: string): void {
  element.setAttribute('sandbox', sandbox);
  element.title = '正文';
  element.style.cssText = 'position:absolute;border:0;visibility:hidden;background:none;transform-origin:0 0';
  if (element.parentNode !== host) host.append(element);
  const inside = element.contentDocument;
  inside?.open();
  inside?.write(text);
  inside?.close();
}

/** Returns whether our event listeners are called in the document of a frame. */
export function hears(element: HTMLIFrameElement): boolean {
  let heard = false;
  element.contentDocument?.addEventListener('hear', () => (heard = true), { once: true });
  element.contentDocument?.dispatchEvent(new Event('hear'));
  return heard;
}

/** An SVG drawing in the reading order is put into a page like any other. */
export function rootOf(owner: Document, root: Element): Element {
  if (root.localName !== 'svg') return root;
  const html = owner.createElement('html');
  const body = owner.createElement('body');
  html.append(owner.createElement('head'), body);
  body.append(owner.adoptNode(root));
  return html;
}

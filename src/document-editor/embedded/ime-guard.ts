import type { Editor } from '@docx-editor.dev/core/contracts/editor';

/** Set on <body> while a composition may begin: a style then lets Chromium compose next to elements that are not editable. */
const COMPOSING = 'docx-composing';
/** `keyCode` of a key that an input method takes. */
const TAKEN = 229;

interface Place {
  readonly paragraphId: string;
  readonly offset: number;
}

const FRAGMENT = '.docx-paragraph-fragment';
const RUN = '[data-start]';
const NOTES = /^\/word\/(footnotes|endnotes)\.xml#/;

const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name));

/** The children of an element that are runs, or the runs below it. */
const runsIn = (node: Node): Element[] => (node instanceof Element ? [...(node.matches(RUN) ? [node] : []), ...node.querySelectorAll(RUN)] : []);

interface Caret extends Place {
  readonly fragment: Element;
  /** Not inside the text of a run. */
  readonly between: boolean;
}

/** Where the caret is, read from the painted page: the editor publishes no offset of a collapsed selection. */
export function caretIn(selection: Pick<Selection, 'isCollapsed' | 'anchorNode' | 'anchorOffset'> | null): Caret | null {
  if (!selection?.isCollapsed || !selection.anchorNode) return null;
  const { anchorNode: node, anchorOffset: at } = selection;
  const element = node instanceof Element ? node : node.parentElement;
  const fragment = element?.closest(FRAGMENT) ?? null;
  const paragraphId = fragment?.getAttribute('data-paragraph-id');
  if (!element || !fragment || !paragraphId) return null;
  const run = element.closest(RUN);
  if (run && node instanceof Text) return { paragraphId, fragment, offset: numberOf(run, 'data-start') + at, between: false };
  if (run) return { paragraphId, fragment, offset: numberOf(run, at === 0 ? 'data-start' : 'data-end'), between: false };
  // The caret is after the runs of the children before it.
  const before = [...node.childNodes].slice(0, at).flatMap(runsIn).at(-1);
  const next = [...node.childNodes].slice(at).flatMap(runsIn)[0];
  const offset = before ? numberOf(before, 'data-end') : next ? numberOf(next, 'data-start') : 0;
  return { paragraphId, fragment, offset, between: true };
}

/**
 * Where the caret must be before a composition begins, or null when it is right. Two faults of the editor are avoided:
 * directly before struck text that begins like the composed text, the characters are stored in another order, so the caret goes behind it;
 * and directly after the number of a note the composed text is lost, so the caret goes behind the space that follows the number.
 */
export function placeForComposition(selection: Selection | null): Place | null {
  const caret = caretIn(selection);
  if (!caret) return null;
  const { paragraphId, fragment, between } = caret;
  // A paragraph over two pages has two fragments; several struck runs may follow each other.
  const runs = [...fragment.ownerDocument.querySelectorAll(RUN)].filter((run) => run.getAttribute('data-paragraph-id') === paragraphId);
  let { offset } = caret;
  for (const run of runs)
    if (run.getAttribute('data-revision-kind') === 'delete' && numberOf(run, 'data-start') <= offset && offset < numberOf(run, 'data-end'))
      offset = numberOf(run, 'data-end');
  if (offset === caret.offset && between && NOTES.test(paragraphId)) offset += 1;
  return offset === caret.offset ? null : { paragraphId, offset };
}

/**
 * Deletes a selection by the editor's own way of a pressed key, before text is composed in its place: over several runs the browser's composition
 * replaces only parts of them, and inside an insertion of somebody else it takes the text over.
 */
function clearSelection(target: EventTarget | null): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !(target instanceof Node) || !target.contains(selection.anchorNode)) return;
  target.dispatchEvent(new InputEvent('beforeinput', { inputType: 'deleteContentBackward', bubbles: true, cancelable: true }));
}

/** Puts the caret where text is dropped: the editor would put the text in place of what happens to be selected elsewhere. */
function placeDrop({ clientX, clientY }: DragEvent, editor: Editor): void {
  const at = document.caretRangeFromPoint(clientX, clientY);
  const caret = at && caretIn({ isCollapsed: true, anchorNode: at.startContainer, anchorOffset: at.startOffset });
  if (!caret) return;
  const place: Place = { paragraphId: caret.paragraphId, offset: caret.offset };
  editor.exec({ type: 'setSelection', range: { anchor: place, head: place } });
}

/** Guards compositions and drops inside `host`. Returns a function that removes the guard. */
export function guardInput(host: HTMLElement, editor: Editor): () => void {
  const { body } = document;
  const begin = (target: EventTarget | null): void => {
    body.classList.add(COMPOSING);
    clearSelection(target);
    const right = placeForComposition(document.getSelection());
    if (right) editor.exec({ type: 'setSelection', range: { anchor: right, head: right } });
  };
  const start = (event: CompositionEvent): void => begin(event.target);
  const drop = (event: DragEvent): void => placeDrop(event, editor);
  const end = (): void => body.classList.remove(COMPOSING);
  const press = (event: KeyboardEvent): void => {
    if (event.keyCode === TAKEN && !event.isComposing) begin(event.target);
    else if (event.keyCode === TAKEN) return;
    else if (!event.isComposing) end();
  };
  host.addEventListener('keydown', press, true);
  host.addEventListener('compositionstart', start, true);
  host.addEventListener('compositionend', end, true);
  host.addEventListener('drop', drop, true);
  return () => {
    end();
    host.removeEventListener('keydown', press, true);
    host.removeEventListener('compositionstart', start, true);
    host.removeEventListener('compositionend', end, true);
    host.removeEventListener('drop', drop, true);
  };
}

import type { Editor } from '@docx-editor.dev/core/contracts/editor';

/** Set on <body> while a composition may begin: a style then lets Chromium compose next to elements that are not editable. */
const COMPOSING = 'docx-composing';
/** `keyCode` of a key that an input method takes. */
const TAKEN = 229;

interface Place {
  readonly paragraphId: string;
  readonly offset: number;
}

const FRAGMENT = '[data-paragraph-id]';
const RUN = '[data-start]';

const numberOf = (element: Element | null, name: string): number => Number(element?.getAttribute(name) ?? Number.NaN);

/** The end of a run, in characters of its paragraph. */
const endOf = (run: Element): number => {
  const end = numberOf(run, 'data-end');
  return Number.isNaN(end) ? numberOf(run, 'data-start') + (run.textContent ?? '').length : end;
};

/** Where the caret is, read from the painted page: the editor publishes no offset of a collapsed selection. */
export function caretIn(selection: Selection | null): { place: Place; fragment: Element } | null {
  if (!selection?.isCollapsed || !selection.anchorNode) return null;
  const { anchorNode: node, anchorOffset: at } = selection;
  const element = node instanceof Element ? node : node.parentElement;
  const fragment = element?.closest(FRAGMENT) ?? null;
  if (!fragment) return null;
  const paragraphId = fragment.getAttribute('data-paragraph-id') ?? '';
  const run = element?.closest(RUN) ?? null;
  if (run)
    return {
      place: { paragraphId, offset: numberOf(run, 'data-start') + (node instanceof Text ? at : at === 0 ? 0 : (run.textContent ?? '').length) },
      fragment,
    };
  // Between two runs: the caret is after the child before it.
  const before = node.childNodes[at - 1];
  const last = before instanceof Element ? ([...(before.matches(RUN) ? [before] : []), ...before.querySelectorAll(RUN)].at(-1) ?? null) : null;
  return { place: { paragraphId, offset: last ? endOf(last) : 0 }, fragment };
}

/**
 * Where the caret must be before a composition begins, or null when it is right. Two faults of the editor are avoided:
 * directly before struck text that begins like the composed text, the characters are stored in another order, so the caret goes behind it;
 * and directly after the number of a note the composed text is lost, so the caret goes behind the space that follows the number.
 */
export function placeForComposition(selection: Selection | null): Place | null {
  const caret = caretIn(selection);
  if (!caret) return null;
  const { place, fragment } = caret;
  const { ownerDocument: page } = fragment;
  const runs = [...page.querySelectorAll(`${FRAGMENT}[data-paragraph-id="${CSS.escape(place.paragraphId)}"] ${RUN}`)];
  // Several struck runs may follow each other.
  let { offset } = place;
  for (const run of runs) {
    const struck = run.closest('[data-revision-kind="delete"]') ?? run.querySelector('[data-revision-kind="delete"]');
    if (struck && numberOf(run, 'data-start') <= offset && offset < endOf(run)) offset = endOf(run);
  }
  const inNote = fragment.closest('[data-docx-note], [data-docx-note-scope]') !== null;
  if (offset === place.offset && inNote && !(selection?.anchorNode instanceof Text)) offset += 1;
  return offset === place.offset ? null : { paragraphId: place.paragraphId, offset };
}

/** Guards compositions inside `host`. Returns a function that removes the guard. */
export function guardCompositions(host: HTMLElement, editor: Editor): () => void {
  const { body } = document;
  const begin = (): void => {
    body.classList.add(COMPOSING);
    const right = placeForComposition(document.getSelection());
    if (right) editor.exec({ type: 'setSelection', range: { anchor: right, head: right } });
  };
  const end = (): void => body.classList.remove(COMPOSING);
  const press = (event: KeyboardEvent): void => {
    if (event.keyCode === TAKEN) begin();
    else if (!event.isComposing) end();
  };
  host.addEventListener('keydown', press, true);
  host.addEventListener('compositionstart', begin, true);
  host.addEventListener('compositionend', end, true);
  return () => {
    end();
    host.removeEventListener('keydown', press, true);
    host.removeEventListener('compositionstart', begin, true);
    host.removeEventListener('compositionend', end, true);
  };
}

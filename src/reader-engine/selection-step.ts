/** The effect of a key on the selection: select another sentence, or move one end by a character. */
export type SelectionStep = { readonly sentence: 1 | -1 } | { readonly end: 1 | -1 } | { readonly start: 1 | -1 };

/** Shift and an arrow key, as in text editors: up and down move by a sentence, left and right move the end, with Control the start. */
export function selectionStep({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): SelectionStep | null {
  if (!shiftKey || metaKey || altKey) return null;
  if (key === 'ArrowDown' || key === 'ArrowUp') return { sentence: key === 'ArrowDown' ? 1 : -1 };
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  const by = key === 'ArrowRight' ? 1 : -1;
  return ctrlKey ? { start: by } : { end: by };
}

const SIGN = /[\p{P}\p{S}]/u;

/** Returns a text without punctuation, with the position of each remaining code unit: readers remember the words of a sentence only. */
export function withoutSigns(text: string): { readonly text: string; readonly at: Uint32Array } {
  const at = new Uint32Array(text.length);
  const kept: string[] = [];
  let begin = 0;
  let length = 0;
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && !SIGN.test(text[index] ?? '')) {
      at[length++] = index;
      continue;
    }
    kept.push(text.slice(begin, index));
    begin = index + 1;
  }
  return { text: kept.join(''), at };
}

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Returns every offset at which the text contains the search term. */
export function placesOf(text: string, searchTerm: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(searchTerm); at >= 0; at = text.indexOf(searchTerm, at + 1)) places.push(at);
  return places;
}

/**
 * Returns how much of a passage's surroundings also surrounds a range of another text, 0 to 1; 1 where no surroundings are stored.
 * Counts both text that continues unbroken from the passage and single matching pieces, because a word next to it may have been corrected.
 */
export function fitAt(text: string, from: number, to: number, { before, after }: Around): number {
  const known = before.length + after.length;
  if (known === 0) return 1;
  let run = 0;
  while (run < before.length && before[before.length - 1 - run] === text[from - 1 - run]) run++;
  const behind = run;
  while (run - behind < after.length && after[run - behind] === text[to + run - behind]) run++;
  const ahead = text.slice(Math.max(0, from - before.length - SLACK), from + 1);
  const beyond = text.slice(to - 1, to + after.length + SLACK);
  const pieces = shared(before + text.charAt(from), ahead) + shared(text.charAt(to - 1) + after, beyond);
  return (run + pieces) / (2 * known);
}

/** Number of characters that may have been inserted between. */
const SLACK = 8;

/** Returns the number of adjacent character pairs of one text that also occur in the other. */
function shared(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at + 1 < one.length; at++) if (other.includes(one.slice(at, at + 2))) count++;
  return count;
}

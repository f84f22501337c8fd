interface Around {
  readonly before: string;
  readonly after: string;
}

/** Every place a text has something at. */
export function placesOf(text: string, searchTerm: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(searchTerm); at >= 0; at = text.indexOf(searchTerm, at + 1)) places.push(at);
  return places;
}

/**
 * How much of what stood around a passage stands around a stretch of another text, 0 to 1; all of it where nothing is known.
 * What goes on unbroken from the passage counts, and so does what is there in pieces: a word may have been corrected beside it.
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

/** Characters that may have come in between. */
const SLACK = 8;

/** Pairs of neighbours of one text that another has too. */
function shared(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at + 1 < one.length; at++) if (other.includes(one.slice(at, at + 2))) count++;
  return count;
}

/** Returns the start of a passage as numbers that increase through the book. */
function stepsOf(cfi: string): number[] {
  const [base = '', start = ''] = cfi.replace(/\[[^\]]*\]/g, '').split(',');
  return `${base}${start}`.match(/\d+/g)?.map(Number) ?? [];
}

interface Placed {
  readonly documentIndex: number;
  readonly cfi: string;
}

/** Compares in the order of the book: by document, then by the start of the passages. */
export function inBookOrder(one: Placed, two: Placed): number {
  if (one.documentIndex !== two.documentIndex) return one.documentIndex - two.documentIndex;
  const [here, there] = [stepsOf(one.cfi), stepsOf(two.cfi)];
  for (let index = 0; index < Math.max(here.length, there.length); index++) {
    const step = (here[index] ?? -1) - (there[index] ?? -1);
    if (step !== 0) return step;
  }
  return 0;
}

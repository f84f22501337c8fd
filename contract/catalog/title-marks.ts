const PAIRS = ['《》', '〈〉'] as const;

/** A title between title marks. Marks inside take turns with the ones around them, as GB/T 15834 asks: 《听〈灯塔来信〉》. */
export function inTitleMarks(title: string): string {
  let depth = 0;
  const mark = (side: 0 | 1): string => PAIRS[depth % 2 === 0 ? 0 : 1].charAt(side);
  const inside = title.replace(/[《》〈〉]/g, (sign) => {
    if (sign === '《' || sign === '〈') {
      depth++;
      return mark(0);
    }
    if (depth === 0) return sign;
    const close = mark(1);
    depth--;
    return close;
  });
  return `《${inside}》`;
}

const PAIRS = ['《》', '〈〉'] as const;

/** Returns a title in title marks. Nested marks alternate, as GB/T 15834 requires: 《听〈灯塔来信〉》. */
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

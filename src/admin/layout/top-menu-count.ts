/** Width of an entry in the top navigation, px. */
const ENTRY = 85;

/** Returns how many entries fit in a window of `width` px; the others go into 更多菜单. */
export const topMenuCount = (width: number): number => Math.max(0, Math.floor(width / 3 / ENTRY));

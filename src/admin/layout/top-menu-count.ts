/** Width an entry of the top navigation takes, px. */
const ENTRY = 85;

/** How many entries stand beside each other in a window `width` px wide; the rest goes into 更多菜单. */
export const topMenuCount = (width: number): number => Math.max(0, Math.floor(width / 3 / ENTRY));

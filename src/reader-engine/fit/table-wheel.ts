/** Scrolls the table under the pointer, as far as it can be scrolled. */
export function scrollsTable(event: WheelEvent): boolean {
  const table = (event.target as Element | null)?.closest?.('[data-scroll]');
  if (!table || event.ctrlKey) return false;
  const { scrollLeft, scrollTop } = table;
  table.scrollBy(event.shiftKey ? event.deltaY : event.deltaX, event.shiftKey ? 0 : event.deltaY);
  const moved = table.scrollLeft !== scrollLeft || table.scrollTop !== scrollTop;
  if (moved) event.preventDefault();
  return moved;
}

import type { GetRef, Table } from 'antd';

/**
 * Returns the `ref` of a table that scrolls sideways: without rows nothing in it takes the focus, so its scrolling area takes it,
 * and the arrow keys can scroll it (WCAG 2.1.1).
 */
export const focusableScroll =
  (rows: number) =>
  (table: GetRef<typeof Table> | null): void => {
    const area = table?.nativeElement.querySelector('.ant-table-content');
    if (rows === 0) area?.setAttribute('tabindex', '0');
    else area?.removeAttribute('tabindex');
  };

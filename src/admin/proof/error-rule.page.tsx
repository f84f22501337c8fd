import { errorRule } from '../../../contract/proof/error-rule.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const points = (value: number): string => (value === 0 ? '—' : `${value / 100} 分`);

const rules = resource(errorRule, {
  columns: ['label', 'weight', 'longWeight', 'longestWeight', 'oncePerPage', 'sameCap', 'pageCap', 'bookCap', 'status'],
  search: ['label', 'status'],
  form: ['kind', 'label', 'weight', 'longWeight', 'longestWeight', 'oncePerPage', 'sameCap', 'pageCap', 'bookCap', 'orderNum', 'status'],
  empty: '暂无计分规则',
  lost: () => '移入回收站，30 天内可以恢复。',
  widths: { label: 190, weight: 90, longWeight: 110, longestWeight: 110, oncePerPage: 130, sameCap: 120, pageCap: 90, bookCap: 90, status: 80 },
  cell: {
    weight: (row) => points(row.weight),
    longWeight: (row) => points(row.longWeight),
    longestWeight: (row) => points(row.longestWeight),
    sameCap: (row) => points(row.sameCap),
    pageCap: (row) => points(row.pageCap),
    bookCap: (row) => points(row.bookCap),
  },
});

/** E93: how each kind of error counts for the error rate. */
export const ErrorRulePage = () => <ResourcePage resource={rules} />;

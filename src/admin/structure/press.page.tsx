import { useState } from 'react';
import { DAY_MS } from '../../../contract/clock.ts';
import { press } from '../../../contract/structure/press.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const WARN_MS = 90 * DAY_MS;

const presses = resource(press, {
  columns: ['pressName', 'isbnPrefix', 'type', 'licenseNo', 'licenseExpireDate', 'sponsor', 'phone'],
  search: ['pressName', 'isbnPrefix', 'type'],
  form: [
    'pressName',
    'type',
    'isbnPrefix',
    'creditCode',
    'licenseNo',
    'licenseExpireDate',
    'supervisor',
    'sponsor',
    'phone',
    'email',
    'postcode',
    'isSelf',
    'address',
    'logo',
    'remark',
  ],
  empty: '暂无出版社',
  widths: { pressName: 240, licenseExpireDate: 150 },
  cell: {
    pressName: (row) => (
      <>
        {row.pressName} {row.isSelf === '1' ? <span className="state-tag tag-primary">本社</span> : null}
      </>
    ),
    licenseExpireDate: (row) => <Expiry date={row.licenseExpireDate} />,
  },
  lost: () => '有出版物或成员的出版社不能删除。其余的移入回收站，30 天内可以恢复。',
});

/** #63: presses; the own press is marked, and an expiring licence is announced in time. */
export const PressPage = () => <ResourcePage resource={presses} />;

function Expiry({ date }: { date: string }) {
  const [now] = useState(() => Date.now());
  if (date === '') return <span className="soft">—</span>;
  const left = Date.parse(`${date}T23:59:59+08:00`) - now;
  if (left < 0) return <strong className="late">{date} 已过期</strong>;
  return left < WARN_MS ? <strong className="late">还剩 {Math.ceil(left / DAY_MS)} 天</strong> : <>{date}</>;
}

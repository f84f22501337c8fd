import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { Link, useSearchParams } from 'react-router-dom';
import { CHANNEL_NAMES } from '../../../contract/commerce/order-limits.ts';
import { reconDayMachine } from '../../../contract/commerce/recon/recon-day.machine.ts';
import { reconList, type ReconDay } from '../../../contract/commerce/recon/recon.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { useCan } from '../crud/use-resource.tsx';
import { ReconItems } from './recon-items.tsx';
import './recon.css';

const ReconDrawer = loadable(async () => (await import('./recon-drawer.tsx')).ReconDrawer);
const BillImport = loadable(async () => (await import('./bill-import.tsx')).BillImport);
const WEEK = ['一', '二', '三', '四', '五', '六', '日'] as const;

/** The calendar of bills, or the differences of all days that nobody has repaired. */
export function ReconView() {
  const [asked] = useSearchParams();
  if (asked.get('shown') !== 'open') return <ReconCalendar />;
  return (
    <div className="recon-suspense">
      <Link to="/pay/order?tab=recon">返回日历</Link>
      <ReconItems shown="open" empty="没有未处理的差异" />
    </div>
  );
}

/** A calendar of days with the state of each channel's bill; a day opens its differences. */
function ReconCalendar() {
  const may = useCan();
  const { id: open, open: show, close } = useOpenRow();
  const [month, setMonth] = useState(() => dayjs().startOf('month'));
  const [importing, setImporting] = useState(false);
  const key = month.format('YYYY-MM');
  const found = useQuery({ ...queryOf(reconList, { query: { month: key } }), placeholderData: (before) => before });
  const { data } = found;
  if (found.isError && !data) return <LoadFailed query={found} />;
  if (!data) return <Skeleton active style={{ padding: 16 }} />;
  const days = Array.from({ length: month.daysInMonth() }, (_day, at) => month.date(at + 1));
  return (
    <>
      <dl className="recon-cards">
        {data.channels
          .filter(({ byCall }) => byCall)
          .map(({ channel, name, payFen, imported }) => (
            <div key={channel}>
              <dt>昨日{name}</dt>
              <dd>{imported ? price(payFen) : '账单未到'}</dd>
            </div>
          ))}
        <div>
          <dt>未处理差异</dt>
          <dd>{data.open > 0 ? <Link to="/pay/order?tab=recon&shown=open">{data.open} 笔</Link> : '0 笔'}</dd>
        </div>
        <div>
          <dt>最早一天</dt>
          <dd>{data.oldestDay || '无'}</dd>
        </div>
        <div>
          <dt>待查款</dt>
          <dd>{price(data.suspenseFen)}</dd>
        </div>
      </dl>
      <div className="recon-bar">
        <DatePicker
          picker="month"
          aria-label="月份"
          allowClear={false}
          value={month}
          onChange={(value) => value && setMonth(value.startOf('month'))}
        />
        {may('pay:recon:import') ? <Button onClick={() => setImporting(true)}>导入账单</Button> : null}
      </div>
      <div className="recon-week" aria-hidden="true">
        {WEEK.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </div>
      <ol className="recon-calendar" aria-label={`${month.format('YYYY年M月')}的对账`}>
        {days.map((day, at) => {
          const rows = data.days.filter((one) => one.day === day.format('YYYY-MM-DD'));
          return (
            <li
              key={day.date()}
              data-empty={rows.length === 0 || undefined}
              {...(at === 0 ? { style: { gridColumnStart: ((day.day() + 6) % 7) + 1 } } : {})}
            >
              <span className="recon-date">{day.date()}</span>
              {rows.map((row) => (
                <DayButton key={row.reconDayId} row={row} open={() => show(row.reconDayId)} />
              ))}
            </li>
          );
        })}
      </ol>
      {data.days.length === 0 ? <p className="soft board-none">这个月还没有账单</p> : null}
      {open ? <ReconDrawer key={open} reconDayId={open} onClose={close} /> : null}
      {importing ? <BillImport channels={data.channels} onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function DayButton({ row, open }: { row: ReconDay; open: () => void }) {
  const words = row.hash === '' ? '没有账单' : row.open > 0 ? `${row.open} 笔差异` : reconDayMachine.states[row.status].label;
  return (
    <button type="button" className="recon-day" data-tone={row.status === 'balanced' ? 'good' : row.open > 0 ? 'bad' : 'waiting'} onClick={open}>
      <span>{CHANNEL_NAMES[row.channel]}</span>
      <span>{words}</span>
    </button>
  );
}

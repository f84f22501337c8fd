import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import { OWN_SPREAD_EVENTS, ownSpreadEvent, type OwnSpread } from '../../../contract/commerce/spread/spread.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { ownSpreadsQuery, refreshSpreads } from './spread-queries.ts';
import './spread.css';

type OwnEvent = (typeof OWN_SPREAD_EVENTS)[number];

export async function copyLink(path: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(location.origin + path).then(
    () => true,
    () => false,
  );
  void toast(copied ? '链接已复制' : '没能复制，请选中链接手动复制');
}

/** The links of a promoter, with what they brought. */
export function SpreadLinks({ empty }: { empty: string }) {
  const list = useInfiniteQuery(ownSpreadsQuery());
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (list.isError && !rows) return <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />;
  if (!rows) return <Skeleton height={180} />;
  if (rows.length === 0) return <Empty drawing="boat" title="暂无推广" reason={empty} />;
  return (
    <>
      <ul className="spread-list">
        {rows.map((row) => (
          <Link key={row.spreadId} row={row} />
        ))}
      </ul>
      <More list={list} end={`共 ${list.data?.pages[0]?.total ?? 0} 个链接`} />
    </>
  );
}

function Link({ row }: { row: OwnSpread }) {
  const { online } = useSnapshot(network);
  const step = useMutation({
    mutationFn: (event: OwnEvent) => call(ownSpreadEvent, { params: { event, spreadId: row.spreadId } }),
    onSuccess: (_data, event) => void toast(`已${spreadMachine.events[event].label}`),
    onError: (error) => void toastError(error),
    onSettled: refreshSpreads,
  });
  const ask = async (event: OwnEvent): Promise<void> => {
    const { label, consequence = '' } = spreadMachine.events[event];
    if (event === 'resume' || (await confirm(`${label}链接`, consequence, label))) step.mutate(event);
  };
  const figures = [
    ['点击', `${row.clickNum} 次`],
    ['订单', `${row.orderNum} 笔`],
    ['成交', price(row.amountFen)],
    ['待计佣金', price(row.pendingFen)],
    ['已计佣金', price(row.countedFen)],
  ] as const;
  return (
    <li>
      <p className="spread-head">
        <span className="serif">{row.publishId === null ? row.title : inTitleMarks(row.title)}</span>
        <span className="meta">
          {spreadMachine.states[row.status].label} · 佣金 {row.rateBp / 100}%{row.validTo ? ` · 到 ${row.validTo}` : ''}
        </span>
      </p>
      <p className="spread-address">
        {location.host}
        {row.path}
      </p>
      <dl className="spread-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="meta">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="spread-acts">
        {row.status === 'ended' ? null : (
          <button type="button" className="button button-line" aria-label={`复制链接${row.code}`} onClick={() => void copyLink(row.path)}>
            复制
          </button>
        )}
        {OWN_SPREAD_EVENTS.filter((event) => row.can.includes(event)).map((event) => (
          <button
            key={event}
            type="button"
            className="button button-line"
            aria-label={`${spreadMachine.events[event].label}链接${row.code}`}
            disabled={!online || step.isPending}
            onClick={() => void ask(event)}
          >
            {spreadMachine.events[event].label}
          </button>
        ))}
      </p>
    </li>
  );
}

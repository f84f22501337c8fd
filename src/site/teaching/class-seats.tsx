import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { giveClassSeats, setAutoSeats, takeClassSeats, type ClassSeatPool, type SeatResult } from '../../../contract/teaching/class-seat.ts';
import type { ClassMember } from '../../../contract/teaching/course-class.ts';
import { call } from '../../api/call.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';
import { refreshTeaching, seatList } from './teaching-queries.ts';
import '../frame/switch.css';
import './class-seats.css';

/** The pools of the teacher for the textbooks of a class; nothing for a teacher without one. */
export function ClassSeats({ classId, live, members }: { classId: number; live: boolean; members: readonly ClassMember[] }) {
  const { data = [] } = useQuery(seatList(classId));
  return data.map((pool) => <PoolCard key={pool.poolId} classId={classId} live={live} members={members} pool={pool} />);
}

interface CardProps {
  readonly classId: number;
  /** The class takes members. */
  readonly live: boolean;
  readonly members: readonly ClassMember[];
  readonly pool: ClassSeatPool;
}

function PoolCard({ classId, live, members, pool }: CardProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const auto = useMutation({
    mutationFn: (on: boolean) => call(setAutoSeats, { params: { classId }, body: { poolId: pool.poolId, auto: on } }),
    onSuccess: () => refreshTeaching(),
    onError: toastError,
  });
  return (
    <section className="class-seats card" aria-label={`${inTitleMarks(pool.title)}的席位`}>
      <p className="class-seats-head">
        <span className="teach-grow">
          <b className="serif">{inTitleMarks(pool.title)}</b>
          <span className="meta teach-line">
            席位 {pool.given}/{pool.n}
            {pool.closed ? '，出版社已关闭，不再分配' : ''}
            {pool.endDate === '' ? '' : pool.ended ? `，已于 ${pool.endDate} 到期` : `，${pool.endDate} 到期`}
          </span>
        </span>
        <button type="button" className="button button-wash" onClick={() => setOpen(true)}>
          分配席位
          <span className="unseen">{inTitleMarks(pool.title)}</span>
        </button>
      </p>
      {pool.ended || pool.closed || !live ? null : (
        <div className="switch-row">
          <label htmlFor={id}>
            加入时自动分配
            <span className="meta">新成员加入后马上得到席位，用完为止</span>
          </label>
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-checked={auto.isPending ? auto.variables : pool.auto}
            checked={auto.isPending ? auto.variables : pool.auto}
            disabled={auto.isPending}
            onChange={({ target }) => auto.mutate(target.checked)}
          />
        </div>
      )}
      {open ? <SeatSheet classId={classId} live={live} members={members} pool={pool} close={() => setOpen(false)} /> : null}
    </section>
  );
}

/** Members with and without a seat of a pool: ticked ones get one or lose it. */
function SeatSheet({ classId, live, members, pool, close }: CardProps & { close: () => void }) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const holders = new Map(pool.holders.map((one) => [one.memberId, one]));
  const shown = members.filter(({ memberId, status, claimed }) => holders.has(memberId) || (status === 'active' && claimed));
  const without = shown.filter(({ memberId }) => !holders.has(memberId));
  const toGive = picked.filter((memberId) => !holders.has(memberId));
  const toTake = picked.filter((memberId) => holders.has(memberId));
  const send = useMutation({
    mutationFn: (what: 'give' | 'take'): Promise<SeatResult> =>
      what === 'give'
        ? call(giveClassSeats, { params: { classId }, body: { poolId: pool.poolId, memberIds: toGive } })
        : call(takeClassSeats, { params: { classId }, body: { poolId: pool.poolId, memberIds: toTake } }),
    onSuccess: async ({ done, skipped }, what) => {
      await refreshTeaching();
      setPicked([]);
      const word = what === 'give' ? '分配' : '收回';
      void toast(
        `已${word} ${done} 个席位${skipped.length > 0 ? `，${skipped.length} 位没有${word}：${[...new Set(skipped.map(({ reason }) => reason))].join('、')}` : ''}`,
      );
    },
  });
  const take = async (): Promise<void> => {
    if (await confirm(`收回 ${toTake.length} 个席位`, '这些成员马上不能再读全书，笔记、作答和成绩都保留；席位可以再分配给别人。', '收回'))
      send.mutate('take');
  };
  const state = (memberId: number): string => {
    const holder = holders.get(memberId);
    if (!holder) return '没有席位';
    return holder.mayTake ? (holder.opened ? '有席位，已开始阅读' : '有席位') : '有席位，已开始阅读，不能收回';
  };
  return (
    <Sheet
      title={`${inTitleMarks(pool.title)}的席位`}
      close={close}
      foot={
        <div className="class-seats-foot">
          <button
            type="button"
            className="button button-line button-tall"
            disabled={toTake.length === 0 || send.isPending}
            onClick={() => void take().catch(toastError)}
          >
            收回{toTake.length > 0 ? ` ${toTake.length}` : ''}
          </button>
          <button
            type="button"
            className="button button-fill button-tall"
            disabled={toGive.length === 0 || pool.ended || pool.closed || !live || send.isPending}
            onClick={() => send.mutate('give')}
          >
            {send.isPending ? '正在处理…' : `分配${toGive.length > 0 ? ` ${toGive.length}` : ''}`}
          </button>
        </div>
      }
    >
      <div className="teach-form">
        <p className="meta">
          共 {pool.n} 个，还可以分配 {pool.free} 个{pool.closed ? '，出版社已关闭，不再分配' : ''}
          {pool.closed ? '，出版社已关闭，不再分配' : ''}
          {pool.endDate === '' ? '' : pool.ended ? `，已于 ${pool.endDate} 到期` : `，用到 ${pool.endDate}`}
          。没有席位的成员可以试读和做作业。
        </p>
        <Wrong error={send.error} />
        {shown.length === 0 ? <p>还没有已加入的成员。</p> : null}
        {without.length > 1 && !pool.ended && !pool.closed && live ? (
          <button
            type="button"
            className="button button-wash"
            onClick={() => setPicked(without.slice(0, pool.free).map(({ memberId }) => memberId))}
            disabled={pool.free === 0}
          >
            勾选没有席位的 {Math.min(without.length, pool.free)} 人
          </button>
        ) : null}
        <ul className="class-seats-list">
          {shown.map(({ memberId, memberName, studentNo, status }) => (
            <li key={memberId}>
              <label>
                <input
                  type="checkbox"
                  checked={picked.includes(memberId)}
                  disabled={send.isPending || holders.get(memberId)?.mayTake === false}
                  onChange={({ target }) => setPicked(target.checked ? [...picked, memberId] : picked.filter((one) => one !== memberId))}
                />
                <span className="teach-grow">
                  {memberName}
                  <span className="meta teach-line">
                    {[studentNo, status === 'active' ? '' : '已不在班级', state(memberId)].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

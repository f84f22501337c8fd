import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Segmented, Skeleton } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { claimItem, judgeItem, moderationQueue, releaseItem, type ModerationItem } from '../../../contract/comment/moderation.ts';
import type { PenaltyKind } from '../../../contract/comment/penalty.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { keyOf, rowAfter } from './moderation-cursor.rule.ts';
import { type Decision, ModerationItemView } from './moderation-item.tsx';
import './moderation.css';

type Status = 'pending' | 'folded' | 'appealed';
type Tab = Status | 'all';

/** Minutes in words: 3 小时 20 分. */
const duration = (minutes: number): string => (minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`);

/** Texts that wait for a moderator: opening one locks it for ten minutes; keys move, pass and reject. */
export function ModerationPage() {
  const [tab, setTab] = useState<Tab>('all');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [deciding, setDeciding] = useState<Decision | null>(null);
  /** Row that the keys move from. It changes with the key press; `openKey` changes later, when the server has locked the row. */
  const cursor = useRef<string | null>(null);
  const judging = useRef(false);
  const may = useCan();
  const client = useQueryClient();
  const { message } = App.useApp();
  const list = useQuery({
    ...queryOf(moderationQueue, { query: tab === 'all' ? {} : { status: tab } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: may('cms:comment:audit'),
  });
  const rows = list.data?.rows ?? [];
  const opened = rows.find((row) => keyOf(row) === openKey) ?? null;
  const refresh = () => client.invalidateQueries(allOf(moderationQueue));

  const release = ({ kind, id }: ModerationItem) => call(releaseItem, { params: { kind, id } }).catch(() => undefined);
  const open = async (row: ModerationItem) => {
    const left = opened;
    cursor.current = keyOf(row);
    setDeciding(null);
    try {
      await call(claimItem, { params: { kind: row.kind, id: row.id } });
      // Another key press came before the answer: its row is the one to open.
      if (cursor.current !== keyOf(row)) return void (await release(row));
      setOpenKey(keyOf(row));
      // The row after a decision is shown: keys move again, also while the list is read.
      judging.current = false;
      if (left && keyOf(left) !== keyOf(row)) await release(left);
    } catch (error) {
      void message.error(errorMessage(error));
    }
    await refresh();
  };
  const close = async () => {
    if (opened) await release(opened);
    cursor.current = null;
    setOpenKey(null);
    setDeciding(null);
    await refresh();
  };
  const judge = async (event: 'pass' | 'reject', reason = '', penalty: { kind: PenaltyKind; days: number } | null = null) => {
    if (!opened || judging.current) return;
    const next = rowAfter(rows, keyOf(opened), 1);
    judging.current = true;
    try {
      await call(judgeItem, { params: { kind: opened.kind, id: opened.id }, body: { event, reason, penalty } });
      void message.success(event === 'pass' ? '已通过' : '已驳回');
      cursor.current = null;
      setOpenKey(null);
      setDeciding(null);
      await refresh();
      if (next) await open(next);
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      judging.current = false;
    }
  };
  const pass = (item: ModerationItem) => (item.passOverturns ? setDeciding('pass') : void judge('pass'));
  const move = (step: 1 | -1) => {
    const next = rowAfter(rows, cursor.current, step);
    if (next) void open(next);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, [role="dialog"], [contenteditable]')) return;
    const place = document.querySelector('.moderation');
    // Pages of other tabs stay in the document.
    if (!place || place.closest<HTMLElement>('.admin-place')?.style.display === 'none') return;
    // A decision opens the next row itself; a key during it would move a second time. So would a key that is held down.
    if (event.repeat || judging.current) return;
    if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
    else if (event.key === 'p' && opened) pass(opened);
    else if (event.key === 'r' && opened) setDeciding('reject');
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const counts = list.data?.counts;
  const label = (words: string, count: number | undefined) => (count ? `${words} ${count}` : words);
  return (
    <section className="admin-card crud moderation" aria-label="内容审核">
      <HiddenTitle />
      <div className="admin-toolbar">
        <Segmented<Tab>
          aria-label="状态"
          value={tab}
          options={[
            { value: 'all', label: label('全部', counts && counts.pending + counts.folded + counts.appealed) },
            { value: 'pending', label: label('待审核', counts?.pending) },
            { value: 'folded', label: label('已折叠', counts?.folded) },
            { value: 'appealed', label: label('申诉中', counts?.appealed) },
          ]}
          onChange={(next) => {
            setTab(next);
            void close();
          }}
        />
        <span className="grow soft moderation-hint">
          {list.data?.medianMinutes === null || !list.data ? '' : `近 30 天处理时间中位数 ${duration(list.data.medianMinutes)}，目标 24 小时`}
        </span>
        <span className="soft moderation-keys">J 下一条 · K 上一条 · P 通过 · R 驳回</span>
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {!may('cms:comment:audit') ? (
        <Empty description="您可以查看评论，但没有审核的权限" style={{ padding: 48 }} />
      ) : list.isError ? (
        <LoadFailed query={list} />
      ) : list.isPending ? (
        <Skeleton active style={{ padding: 16 }} />
      ) : rows.length === 0 ? (
        <Empty description="没有待审的内容，休息一下" style={{ padding: 48 }} />
      ) : (
        <ul className="moderation-list">
          {rows.map((row) => (
            <ModerationItemView
              key={keyOf(row)}
              item={row}
              open={keyOf(row) === openKey}
              deciding={keyOf(row) === openKey ? deciding : null}
              onOpen={() => void open(row)}
              onClose={() => void close()}
              onPass={() => pass(row)}
              onDeciding={setDeciding}
              onDecided={(decision, reason, penalty) => void judge(decision, reason, penalty)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

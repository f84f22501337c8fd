import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Empty, InputNumber, Select, Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import {
  issueEvent,
  issueWork,
  journalIssue,
  setIssueContents,
  type IssueArticle,
  type IssueWork,
} from '../../../contract/periodical/journal-issue.ts';
import { journalIssueMachine, type IssueEvent } from '../../../contract/periodical/journal-issue.machine.ts';
import { myJournals } from '../../../contract/periodical/journal.ts';
import { FEE_NAMES } from '../../../contract/periodical/periodical-limits.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { renumbered } from './issue-pages.rule.ts';
import './periodical.css';

const inYuan = (fen: number): string => `¥${yuan(fen)}`;

/** A2: articles and pages of one issue, by drag or by keyboard; lock and publish. */
export function IssueWorkPage() {
  const issueId = Number(useParams()['issueId']) || 0;
  const found = useQuery({ ...queryOf(issueWork, { params: { issueId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />;
  return <Work key={`${found.data.version} ${found.data.status}`} work={found.data} />;
}

function Work({ work }: { work: IssueWork }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [rows, setRows] = useState<readonly IssueArticle[]>(work.articles);
  const [event, setEvent] = useState<IssueEvent | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const journals = useQuery(queryOf(myJournals, {}));
  const columns = journals.data?.find((one) => one.journalId === work.journalId)?.columns ?? [];
  const writes = work.status === 'planning';
  const dirty = JSON.stringify(rows) !== JSON.stringify(work.articles);
  const waiting = work.waiting.filter((one) => !rows.some(({ submissionId }) => submissionId === one.submissionId));
  const refresh = async (next: IssueWork) => {
    client.setQueryData([issueWork.key, { params: { issueId: work.issueId } }], next);
    await client.invalidateQueries(allOf(journalIssue.list));
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return;
    const next = [...rows];
    const [row] = next.splice(from, 1);
    if (row) next.splice(to, 0, row);
    setRows(renumbered(next, rows));
  };
  const set = (index: number, part: Partial<IssueArticle>) => setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const save = async () => {
    setBusy(true);
    try {
      const articles = rows.map(({ submissionId, columnName, pageStart, pageEnd }) => ({ submissionId, columnName, pageStart, pageEnd }));
      await refresh(await call(setIssueContents, { params: { issueId: work.issueId }, body: { version: work.version, articles } }));
      void message.success('目次已保存');
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="admin-card issue-work" aria-label="编排刊期">
      <header className="issue-head">
        <h1>
          《{work.journalName}》{work.label}
        </h1>
        <StateTag machine={journalIssueMachine} state={work.status} />
        <span className="soft">
          {rows.length} 篇 · 稿酬 {inYuan(rows.reduce((sum, { payFen }) => sum + payFen, 0))}
          {work.publishDate ? ` · 出版日期 ${work.publishDate}` : ''}
        </span>
        <span className="grow" />
        {writes ? (
          <Button type={dirty ? 'primary' : 'default'} disabled={!dirty} loading={busy} onClick={() => void save()}>
            保存目次
          </Button>
        ) : null}
        {dirty ? (
          <span className="soft">保存后才能定稿</span>
        ) : (
          <EventButtons machine={journalIssueMachine} can={work.can} main="publish" onPick={setEvent} />
        )}
      </header>
      {work.problems.length > 0 ? <Alert type="warning" showIcon title={`出刊前：${work.problems.join('；')}`} /> : null}
      {work.problems.some((one) => one.includes('出版日期')) ? <p className="soft">出版日期在刊期列表里修改。</p> : null}
      {rows.length === 0 ? <Empty description="本期还没有文章，从下面排入" /> : null}
      <ol className="issue-rows">
        {rows.map((row, index) => (
          <Row
            key={row.submissionId}
            row={row}
            index={index}
            count={rows.length}
            writes={writes}
            columns={columns}
            dragging={dragged === index}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
            onMove={(to) => move(index, to)}
            onSet={(part) => set(index, part)}
            onRemove={() =>
              setRows(
                renumbered(
                  rows.filter((_row, at) => at !== index),
                  rows,
                ),
              )
            }
          />
        ))}
      </ol>
      {writes ? (
        <section aria-label="待排文章" className="issue-waiting">
          <h2>
            待排文章 <span className="soft">{work.waitingTotal}</span>
          </h2>
          {waiting.length === 0 ? <p className="soft">编校中的文章都已排入。</p> : null}
          <ul>
            {waiting.map((row) => (
              <li key={row.submissionId}>
                <span className="grow">
                  <strong className="work-title">{row.title}</strong>{' '}
                  <span className="soft">
                    {row.authorsText} · {row.columnName} · {row.wordCount.toLocaleString('zh-CN')} 字 · {row.hasPdf ? '有PDF' : '没有PDF'}
                  </span>
                </span>
                <Button size="small" onClick={() => setRows(renumbered([...rows, row], rows))}>
                  排入
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {event ? (
        <EventDialog
          event={journalIssueMachine.events[event]}
          name={`《${work.journalName}》${work.label}`}
          onClose={() => setEvent(null)}
          onSend={async (reason) => {
            await refresh(await call(issueEvent, { params: { event, issueId: work.issueId }, body: { reason } }));
            void message.success(`已${journalIssueMachine.events[event].label}`);
          }}
        />
      ) : null}
    </section>
  );
}

interface RowProps {
  readonly row: IssueArticle;
  readonly index: number;
  readonly count: number;
  readonly writes: boolean;
  readonly columns: readonly string[];
  readonly dragging: boolean;
  readonly onDrag: (index: number | null) => void;
  readonly onDrop: () => void;
  readonly onMove: (to: number) => void;
  readonly onSet: (part: Partial<IssueArticle>) => void;
  readonly onRemove: () => void;
}

/** One article: dragged by its handle, or moved with Alt and the arrow keys and with the buttons. */
function Row({ row, index, count, writes, columns, dragging, onDrag, onDrop, onMove, onSet, onRemove }: RowProps) {
  const keys = (event: KeyboardEvent) => {
    if (!writes || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const over = (event: DragEvent) => writes && event.preventDefault();
  return (
    // The keys belong to the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={dragging ? 'issue-row dragging' : 'issue-row'} onDragOver={over} onDrop={onDrop} onKeyDown={keys}>
      <span
        className="issue-handle soft"
        draggable={writes}
        aria-hidden="true"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', String(index));
          onDrag(index);
        }}
        onDragEnd={() => onDrag(null)}
      >
        ⠿ {index + 1}
      </span>
      <span className="issue-title">
        <Link className="work-title" to={`/cms/journal/submission?open=${row.submissionId}`}>
          {row.title}
        </Link>
        <span className="soft">
          {row.authorsText} · {row.wordCount.toLocaleString('zh-CN')} 字 · 稿酬 {inYuan(row.payFen)}
          {row.feeStatus === 'none' ? '' : ` · ${FEE_NAMES[row.feeStatus as keyof typeof FEE_NAMES]}`}
          {row.hasPdf ? '' : ' · '}
          {row.hasPdf ? null : <span className="late">没有PDF</span>}
        </span>
      </span>
      {writes ? (
        <span className="issue-fields">
          <Select
            aria-label={`第${index + 1}篇的栏目`}
            value={row.columnName || null}
            placeholder="栏目"
            options={columns.map((name) => ({ value: name, label: name }))}
            style={{ width: 120 }}
            onChange={(columnName) => onSet({ columnName: columnName ?? '' })}
          />
          <InputNumber
            aria-label={`第${index + 1}篇的起始页`}
            min={1}
            max={99_999}
            value={row.pageStart}
            onChange={(pageStart) => onSet({ pageStart: pageStart ?? 1 })}
            style={{ width: 72 }}
          />
          <span aria-hidden="true">–</span>
          <InputNumber
            aria-label={`第${index + 1}篇的结束页`}
            min={1}
            max={99_999}
            value={row.pageEnd}
            onChange={(pageEnd) => onSet({ pageEnd: pageEnd ?? 1 })}
            style={{ width: 72 }}
          />
          <Button size="small" disabled={index === 0} aria-label={`上移第${index + 1}篇`} onClick={() => onMove(index - 1)}>
            ↑
          </Button>
          <Button size="small" disabled={index === count - 1} aria-label={`下移第${index + 1}篇`} onClick={() => onMove(index + 1)}>
            ↓
          </Button>
          <Button size="small" danger onClick={onRemove}>
            移出
          </Button>
        </span>
      ) : (
        <span className="soft tabular">
          {row.columnName} 第{row.pageStart}–{row.pageEnd}页
        </span>
      )}
    </li>
  );
}

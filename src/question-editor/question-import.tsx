import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  confirmImport,
  IMPORT_FILES,
  IMPORT_FORMATS,
  IMPORT_STATES,
  importReport,
  importRunProgress,
  importRuns,
  importTemplate,
  PREVIEW_PAGE,
  previewImport,
  type ImportFormat,
  type ImportRun,
  type ImportRunRow,
} from '../../contract/textbook/question-import.ts';
import { call } from '../api/call.ts';
import { queryOf } from '../api/query-client.ts';
import { receiveFile } from '../api/receive-file.ts';
import { QuestionView } from '../question-view/question-view.tsx';
import { CheckField } from './rich-field.tsx';
import './question-editor.css';

const nothing = (): void => {};
const ASK_MS = 1_000;

/** Import of questions: a file, what was found in it, and then the questions that have no fault. Reading goes on without this page. */
export function QuestionImport({ bankId, done }: { bankId: number; done: (saved: string) => void }) {
  const [takesChanged, setTakesChanged] = useState(true);
  const [runId, setRunId] = useState<number | null>(null);
  const [pageNum, setPageNum] = useState(1);
  const client = useQueryClient();
  const template = useMutation({ mutationFn: () => receiveFile(importTemplate) });
  const report = useMutation({
    mutationFn: (id: number) => receiveFile({ method: 'POST', path: importReport.path.replace('{runId}', String(id)) }),
  });
  const list = useQuery({
    ...queryOf(importRuns, { params: { bankId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'reading') ? 2 * ASK_MS : false),
  });
  const asked = useQuery({
    ...queryOf(importRunProgress, { params: { runId: runId ?? 0 }, query: { pageNum } }),
    enabled: runId !== null,
    placeholderData: (before) => (before?.runId === runId ? before : undefined),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'reading' ? ASK_MS : false),
  });
  const show = (id: number): void => {
    preview.reset();
    confirm.reset();
    setPageNum(1);
    setRunId(id);
  };
  const preview = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(previewImport, { params: { bankId }, body });
    },
    onMutate: () => setRunId(null),
    onSuccess: (run) => {
      client.setQueryData(queryOf(importRunProgress, { params: { runId: run.runId }, query: { pageNum: 1 } }).queryKey, run);
      setPageNum(1);
      setRunId(run.runId);
    },
    onSettled: () => list.refetch(),
  });
  const confirm = useMutation({
    mutationFn: (run: ImportRun) => call(confirmImport, { params: { runId: run.runId }, body: { changed: takesChanged } }),
    onSuccess: ({ made, changed, skipped }) => done(`已导入：新增${made}题，更新${changed}题，跳过${skipped}题`),
  });
  const current = runId === null ? undefined : asked.data;
  const run = current?.status === 'preview' ? current : undefined;
  const failure = template.error ?? report.error ?? preview.error ?? confirm.error ?? (runId === null ? null : asked.error);
  const count = run ? run.counts.new + (takesChanged ? run.counts.changed : 0) : 0;
  return (
    <div className="editor-whole">
      <p className="question-note">
        可以导入模板表格（.xlsx、.csv）、Word 和文本试卷（.docx、.txt）、GIFT、Moodle XML、QTI（.xml、.zip、.imscc）。先预览，不会马上写入题库。
      </p>
      <div className="editor-tools">
        <button type="button" className="editor-button" disabled={template.isPending} onClick={() => template.mutate()}>
          下载模板
        </button>
        <label className="editor-button editor-main">
          {preview.isPending ? '正在读取…' : '选择文件'}
          <input
            type="file"
            className="question-hidden"
            accept={IMPORT_FILES}
            disabled={preview.isPending}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) preview.mutate(file);
            }}
          />
        </label>
      </div>
      <div role="alert" className="editor-fault">
        {failure?.message ?? (current?.status === 'failed' ? `${current.fileName}：${current.message}` : '')}
      </div>
      {current?.status === 'reading' ? <Reading run={current} /> : null}
      <OpenRuns rows={list.data ?? []} chosen={runId} open={show} />
      {run ? (
        <>
          <p>
            {run.fileName}（{IMPORT_FORMATS[run.format as ImportFormat] ?? run.format}）：
            {(Object.keys(IMPORT_STATES) as (keyof typeof IMPORT_STATES)[]).map((state) => `${IMPORT_STATES[state]} ${run.counts[state]}`).join('，')}
          </p>
          {run.counts.changed > 0 ? (
            <CheckField label="编号相同但内容有改动的，更新为新版本" checked={takesChanged} change={setTakesChanged} />
          ) : null}
          <div className="editor-tools">
            <button
              type="button"
              className="editor-button editor-main"
              disabled={count === 0 || confirm.isPending}
              onClick={() => confirm.mutate(run)}
            >
              只导入没有问题的（{count}题）
            </button>
            {run.lines.length > 0 ? (
              <button type="button" className="editor-button" disabled={report.isPending} onClick={() => report.mutate(run.runId)}>
                下载问题清单
              </button>
            ) : null}
          </div>
          <Report run={run} />
          <Found run={run} pageNum={pageNum} open={setPageNum} />
        </>
      ) : null}
    </div>
  );
}

const progressOf = ({ doneRows, totalRows, message }: Pick<ImportRun, 'doneRows' | 'totalRows' | 'message'>): string =>
  message || (totalRows > 0 ? `正在检查题目，${doneRows}/${totalRows}` : '正在读取文件');

/** How far a long file is. */
function Reading({ run }: { run: ImportRun }) {
  return (
    <div className="editor-reading">
      <progress aria-label="读取进度" {...(run.totalRows > 0 ? { value: run.doneRows, max: run.totalRows } : {})} />
      <span className="question-note">
        {run.fileName}：{progressOf(run)}。可以离开本页，回来后在这里继续。
      </span>
    </div>
  );
}

/** Files of the last day that were read or are being read, and are not imported. */
function OpenRuns({ rows, chosen, open }: { rows: readonly ImportRunRow[]; chosen: number | null; open: (runId: number) => void }) {
  const others = rows.filter(({ runId }) => runId !== chosen);
  if (others.length === 0) return null;
  return (
    <details className="editor-more" open={chosen === null}>
      <summary>还没有导入的文件（{others.length}）</summary>
      <ul className="editor-runs">
        {others.map((row) => (
          <li key={row.runId}>
            <span>
              {row.fileName}
              <span className="question-note">
                {' '}
                {row.createTime.slice(5, 16)} ·{' '}
                {row.status === 'reading' ? progressOf(row) : row.status === 'failed' ? row.message : '已读完，等您确认'}
              </span>
            </span>
            {row.status === 'failed' ? null : (
              <button type="button" className="editor-button" aria-label={`查看${row.fileName}`} onClick={() => open(row.runId)}>
                查看
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Report({ run }: { run: ImportRun }) {
  if (run.lines.length === 0) return null;
  return (
    <div className="editor-scroll">
      <table className="editor-table">
        <caption>问题清单</caption>
        <thead>
          <tr>
            <th scope="col">位置</th>
            <th scope="col">类别</th>
            <th scope="col">问题</th>
            <th scope="col">怎么办</th>
          </tr>
        </thead>
        <tbody>
          {run.lines.map(({ place, severity, what, advice }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a place may have two equal lines, and the list never changes
            <tr key={at}>
              <td>{place}</td>
              <td>{severity === 'rejected' ? '不能导入' : '提示'}</td>
              <td>{what}</td>
              <td>{advice}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {run.lineCount > run.lines.length ? <p className="question-note">还有{run.lineCount - run.lines.length}条在“下载问题清单”里。</p> : null}
    </div>
  );
}

function Found({ run, pageNum, open }: { run: ImportRun; pageNum: number; open: (pageNum: number) => void }) {
  const total = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
  const pages = Math.ceil(total / PREVIEW_PAGE);
  return (
    <>
      <ol className="editor-found" start={(pageNum - 1) * PREVIEW_PAGE + 1}>
        {run.questions.map(({ place, code, state, draft, points, shown: view, problems }) => (
          <li key={place}>
            <p className="question-note">
              {place} {code} · {IMPORT_STATES[state]}
              {draft && state !== 'rejected' ? ' · 导入为草稿' : ''}
              {view ? ` · ${points / 100}分` : ''}
            </p>
            {view ? <QuestionView shown={view} answer={null} onChange={nothing} disabled order="" /> : null}
            {problems.map((problem) => (
              <p key={problem} className="editor-fault">
                {problem}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {pages > 1 ? (
        <nav className="editor-tools" aria-label="预览的分页">
          <button type="button" className="editor-button" disabled={pageNum === 1} onClick={() => open(pageNum - 1)}>
            上一页
          </button>
          <span>
            {pageNum} / {pages}
          </span>
          <button type="button" className="editor-button" disabled={pageNum === pages} onClick={() => open(pageNum + 1)}>
            下一页
          </button>
        </nav>
      ) : null}
    </>
  );
}

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { confirmImport, IMPORT_STATES, importTemplate, previewImport, type ImportRun } from '../../contract/textbook/question-import.ts';
import { call } from '../api/call.ts';
import { receiveFile, saveAs } from '../api/receive-file.ts';
import { QuestionView } from '../question-view/question-view.tsx';
import { CheckField } from './rich-field.tsx';
import './question-editor.css';

const nothing = (): void => {};
/** Questions of a preview that are drawn at once. */
const SHOWN = 50;

/** Import of questions: a file, what was found in it, and then the questions that have no fault. */
export function QuestionImport({ bankId, done }: { bankId: number; done: (saved: string) => void }) {
  const [takesChanged, setTakesChanged] = useState(true);
  const template = useMutation({ mutationFn: () => receiveFile(importTemplate) });
  const preview = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(previewImport, { params: { bankId }, body });
    },
  });
  const confirm = useMutation({
    mutationFn: (run: ImportRun) => call(confirmImport, { params: { runId: run.runId }, body: { changed: takesChanged } }),
    onSuccess: ({ made, changed, skipped }) => done(`已导入：新增${made}题，更新${changed}题，跳过${skipped}题`),
  });
  const run = preview.data;
  const failure = template.error ?? preview.error ?? confirm.error;
  const count = run ? run.counts.new + (takesChanged ? run.counts.changed : 0) : 0;
  return (
    <div className="editor-whole">
      <p className="question-note">可以导入模板表格（.xlsx、.csv）和 GIFT 文本（.txt、.gift）。先预览，不会马上写入题库。</p>
      <div className="editor-tools">
        <button type="button" className="editor-button" disabled={template.isPending} onClick={() => template.mutate()}>
          下载模板
        </button>
        <label className="editor-button editor-main">
          {preview.isPending ? '正在读取…' : '选择文件'}
          <input
            type="file"
            className="question-hidden"
            accept=".xlsx,.csv,.txt,.gift"
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
        {failure?.message}
      </div>
      {run ? (
        <>
          <p>
            {run.fileName}：
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
              <button type="button" className="editor-button" onClick={() => saveReport(run)}>
                下载问题清单
              </button>
            ) : null}
          </div>
          <Report run={run} />
          <Found run={run} />
        </>
      ) : null}
    </div>
  );
}

const cell = (text: string): string => `"${text.replaceAll('"', '""').replace(/^[=+\-@\t]/, "'$&")}"`;

/** The report as a sheet. */
function saveReport({ lines, fileName }: ImportRun): void {
  const rows = [
    ['位置', '类别', '问题', '怎么办'],
    ...lines.map(({ place, severity, what, advice }) => [place, severity === 'rejected' ? '不能导入' : '提示', what, advice]),
  ];
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  saveAs(new Blob([`\ufeff${text}`], { type: 'text/csv' }), `${fileName}-问题清单.csv`);
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
          {run.lines.map(({ place, severity, what, advice }) => (
            <tr key={`${place} ${what}`}>
              <td>{place}</td>
              <td>{severity === 'rejected' ? '不能导入' : '提示'}</td>
              <td>{what}</td>
              <td>{advice}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ run }: { run: ImportRun }) {
  const shown = run.questions.slice(0, SHOWN);
  return (
    <>
      <ol className="editor-found">
        {shown.map(({ place, code, state, points, shown: view }) => (
          <li key={place}>
            <p className="question-note">
              {place} {code} · {IMPORT_STATES[state]} · {points / 100}分
            </p>
            {view ? <QuestionView shown={view} answer={null} onChange={nothing} disabled order="" /> : null}
          </li>
        ))}
      </ol>
      {run.questions.length > SHOWN ? <p className="question-note">还有{run.questions.length - SHOWN}题没有列出，导入时一起处理。</p> : null}
    </>
  );
}

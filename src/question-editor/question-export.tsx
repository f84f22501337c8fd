import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  checkExport,
  checkSetExport,
  EXPORT_FORMATS,
  exportQuestions,
  exportSet,
  type ExportFormat,
} from '../../contract/textbook/question-import.ts';
import { queryOf } from '../api/query-client.ts';
import { receiveFile } from '../api/receive-file.ts';
import { ChoiceField } from './rich-field.tsx';
import './question-editor.css';

/** The questions of a bank or of an exercise. */
export type ExportSource = { readonly bankId: number } | { readonly setId: number };

/** Lines of the list of losses that are drawn. */
const SHOWN = 50;

/** What the format does not hold of a source. */
function useCheck(source: ExportSource, format: ExportFormat) {
  const isBank = 'bankId' in source;
  const bank = useQuery({
    ...queryOf(checkExport, { params: { bankId: isBank ? source.bankId : 0 }, query: { format } }),
    enabled: isBank,
    staleTime: 0,
    gcTime: 0,
  });
  const set = useQuery({
    ...queryOf(checkSetExport, { params: { setId: isBank ? 0 : source.setId }, query: { format } }),
    enabled: !isBank,
    staleTime: 0,
    gcTime: 0,
  });
  return isBank ? bank : set;
}

const pathOf = (source: ExportSource): string =>
  'bankId' in source ? exportQuestions.path.replace('{bankId}', String(source.bankId)) : exportSet.path.replace('{setId}', String(source.setId));

/** Export of questions: the format, what it does not hold, and then the file. */
export function QuestionExport({ source, done }: { source: ExportSource; done: (saved: string) => void }) {
  const [format, setFormat] = useState<ExportFormat>('sheet');
  const check = useCheck(source, format);
  const download = useMutation({
    mutationFn: () => receiveFile({ method: 'POST', path: pathOf(source) }, { format }),
    onSuccess: () => done('已开始下载'),
  });
  const lines = check.data?.lines ?? [];
  return (
    <div className="editor-whole">
      <ChoiceField label="导出成" of={EXPORT_FORMATS} value={format} change={setFormat} />
      <output>
        {check.isPending ? <span className="question-note">正在检查这种格式放不下什么…</span> : null}
        {check.data ? (
          <span>
            {check.data.count === 0
              ? '没有可以导出的题目。'
              : lines.length === 0
                ? `共${check.data.count}题，这种格式都放得下。`
                : `共${check.data.count}题，有${lines.length}处这种格式放不下，已换成最接近的写法：`}
          </span>
        ) : null}
      </output>
      {lines.length > 0 ? (
        <div className="editor-scroll">
          <table className="editor-table">
            <caption>放不下的内容</caption>
            <thead>
              <tr>
                <th scope="col">编号</th>
                <th scope="col">内容</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, SHOWN).map(({ code, what }) => (
                <tr key={`${code} ${what}`}>
                  <td>{code}</td>
                  <td>{what}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {lines.length > SHOWN ? <p className="question-note">还有{lines.length - SHOWN}处没有列出，导出的文件里都有说明。</p> : null}
        </div>
      ) : null}
      <div role="alert" className="editor-fault">
        {download.error?.message ?? check.error?.message ?? ''}
      </div>
      <div className="editor-tools">
        {check.error ? (
          <button type="button" className="editor-button" onClick={() => void check.refetch()}>
            重试
          </button>
        ) : null}
        <button
          type="button"
          className="editor-button editor-main"
          disabled={download.isPending || !check.data || check.data.count === 0}
          onClick={() => download.mutate()}
        >
          {download.isPending ? '正在准备…' : '下载'}
        </button>
      </div>
    </div>
  );
}

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { addRoster, addRosterSheet, type RosterResult } from '../../../contract/teaching/course-class.ts';
import { call } from '../../api/call.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';
import { rosterLines } from './roster-lines.ts';
import { refreshTeaching } from './teaching-queries.ts';

/** Names and numbers pasted from anywhere, or from a spreadsheet. */
export function RosterSheet({ classId, close }: { classId: number; close: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const lines = rosterLines(text);
  const send = useMutation({
    mutationFn: async (): Promise<RosterResult> => {
      if (!file) return call(addRoster, { params: { classId }, body: { lines } });
      const body = new FormData();
      body.append('file', file);
      return call(addRosterSheet, { params: { classId }, body });
    },
    onSuccess: () => refreshTeaching(),
  });
  const done = send.data;
  return (
    <Sheet
      title="导入名单"
      close={close}
      foot={
        done ? (
          <button type="button" className="button button-fill button-tall button-wide" onClick={close}>
            完成
          </button>
        ) : (
          <button
            type="submit"
            form="roster"
            className="button button-fill button-tall button-wide"
            disabled={send.isPending || (!file && lines.length === 0)}
          >
            {send.isPending ? '正在导入…' : file ? '导入表格' : `导入${lines.length}人`}
          </button>
        )
      }
    >
      {done ? (
        <div className="teach-form">
          <output>
            新增 {done.added} 人，已在名单里 {done.known} 人{done.rejected.length > 0 ? `，没有导入 ${done.rejected.length} 行` : ''}。
          </output>
          <ul>
            {done.rejected.map(({ line, why }) => (
              <li key={line}>
                第{line}行：{why}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <form
          id="roster"
          className="teach-form"
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate();
          }}
        >
          <label>
            粘贴名单，一行一人：学号 姓名，或只有姓名
            <textarea rows={8} value={text} placeholder={'2026001 李晓渡\n2026002 周望'} onChange={(event) => setText(event.target.value)} />
          </label>
          <label>
            或选择表格（.xlsx、.csv，表头含“姓名”，可有“学号”）
            <input type="file" accept=".xlsx,.csv" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
          </label>
          <p className="meta">名单里已有的人不会重复，也不会移出任何人。学生加入时按学号、再按姓名对上。</p>
          <Wrong error={send.error} />
        </form>
      )}
    </Sheet>
  );
}

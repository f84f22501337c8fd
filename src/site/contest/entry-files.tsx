import { useRef, useState } from 'react';
import type { PublicContest } from '../../../contract/contest/contest.ts';
import { CONTEST } from '../../../contract/contest/contest-limits.ts';
import { removeEntryFiles, uploadEntryFile, type OwnEntry } from '../../../contract/contest/contest-submit.ts';
import { MB } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { Icon } from '../frame/icon.tsx';
import { ProgressBar } from '../frame/progress-bar.tsx';

interface Props {
  readonly contest: PublicContest;
  readonly entry: OwnEntry;
  readonly onChange: (entry: OwnEntry) => void;
}

/** The files of an entry: sent one after another with progress; each can be taken away again. */
export function EntryFiles({ contest, entry, onChange }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [wrong, setWrong] = useState('');
  const send = async (list: FileList | null) => {
    setWrong('');
    let now = entry;
    for (const file of [...(list ?? [])].slice(0, CONTEST.files - entry.files.length)) {
      if (file.size > contest.fileMaxMb * MB) {
        setWrong(`“${file.name}”超过 ${contest.fileMaxMb} MB，请压缩后再上传`);
        continue;
      }
      setSending({ name: file.name, share: 0 });
      const form = new FormData();
      form.set('file', file);
      try {
        const made = await call(
          uploadEntryFile,
          { query: { submitId: entry.submitId }, body: form },
          {
            onUploadProgress: (share) => setSending({ name: file.name, share }),
          },
        );
        now = { ...now, files: [...now.files, made] };
        onChange(now);
      } catch (error) {
        setWrong(error instanceof Error ? error.message : '文件没有传完，请重新上传');
      }
    }
    setSending(null);
    if (picker.current) picker.current.value = '';
  };
  const remove = async (fileId: number) => {
    setWrong('');
    try {
      await call(removeEntryFiles, { params: { fileIds: String(fileId) } });
      onChange({ ...entry, files: entry.files.filter((one) => one.fileId !== fileId) });
    } catch (error) {
      setWrong(error instanceof Error ? error.message : '没有删掉，请再试一次');
    }
  };
  return (
    <>
      <p className="meta">
        {contest.fileTypes.join('、')}，每个不超过 {contest.fileMaxMb} MB，最多 {CONTEST.files} 个。评委看到的是去掉作者信息的副本。
      </p>
      <ul className="entry-files">
        {entry.files.map((file) => (
          <li key={file.fileId}>
            <Icon name="note" className="soft" />
            <span className="entry-file-name">
              {file.fileName}
              <span className="meta">{bytes(file.fileSize)}</span>
            </span>
            <button type="button" className="icon-button" aria-label={`删除${file.fileName}`} onClick={() => void remove(file.fileId)}>
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {sending ? (
        <div>
          <p className="meta">正在上传 {sending.name}</p>
          <ProgressBar label={`上传${sending.name}`} percent={sending.share * 100} bare />
        </div>
      ) : null}
      {wrong ? (
        <p className="contest-wrong" role="alert">
          {wrong}
        </p>
      ) : null}
      <input
        ref={picker}
        className="unseen"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="选择参赛文件"
        accept={contest.fileTypes.map((type) => `.${type}`).join(',')}
        onChange={(event) => void send(event.target.files)}
      />
      {entry.files.length < CONTEST.files ? (
        <button type="button" className="button button-wash button-tall" disabled={sending !== null} onClick={() => picker.current?.click()}>
          <Icon name="plus" size={20} />
          选择文件
        </button>
      ) : null}
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { TEACHING } from '../../contract/teaching/teaching-limits.ts';
import type { AnswerFileRef, ShownPart, UploadAnswer } from '../../contract/textbook/question-kind.ts';
import type { AnswerFileKind } from '../../contract/textbook/upload-answer.ts';
import { AnswerFileView } from './answer-file-view.tsx';
import type { AnswerFileAccess, PartProps } from './part-props.ts';
import { canRecord, Recorder } from './recorder.tsx';
import { Stem } from './stem.tsx';

type Upload = Extract<ShownPart, { kind: 'upload' }>;
const NOTHING: UploadAnswer = { photos: [], recording: null, files: [] };

interface UploadProps extends PartProps<Upload, UploadAnswer, null> {
  readonly access: AnswerFileAccess | undefined;
}

/** An answer by photos, a recording and files. */
export function UploadPart({ shown, answer, onChange, disabled, access }: UploadProps) {
  const [state, setState] = useState('');
  const given = answer ?? NOTHING;
  // Storing takes a moment; meanwhile another file may have been added or removed.
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const save = (next: UploadAnswer): void => {
    latest.current = next;
    onChange(next.photos.length + next.files.length === 0 && next.recording === null ? null : next);
  };
  const take = async (files: readonly File[], kind: AnswerFileKind, store: (before: UploadAnswer, ref: AnswerFileRef) => UploadAnswer) => {
    if (!access || files.length === 0) return;
    setState('正在保存…');
    let taken = 0;
    try {
      for (const file of files) {
        const ref = await access.take(file, kind);
        save(store(latest.current, ref));
        taken += 1;
      }
      setState(`已加入${taken}个文件`);
    } catch (error) {
      setState(error instanceof Error ? error.message : '文件没有存下来，请重试');
    }
  };
  const remove = (next: UploadAnswer, ref: AnswerFileRef): void => {
    save(next);
    void access?.drop(ref).catch(() => undefined);
  };
  const addPhotos = (files: readonly File[]) =>
    take(files.slice(0, shown.photos - given.photos.length), 'photo', (before, ref) => ({ ...before, photos: [...before.photos, ref] }));
  const addFiles = (files: readonly File[]) =>
    take(files.slice(0, shown.files - given.files.length), 'file', (before, ref) => ({ ...before, files: [...before.files, ref] }));
  const setRecording = (files: readonly File[]) => take(files.slice(0, 1), 'recording', (before, ref) => ({ ...before, recording: ref }));
  const locked = disabled || !access;
  const recordings = given.recording === null ? [] : [given.recording];
  return (
    <div className="question-upload">
      <span className="question-kind">上传</span>
      <Stem html={shown.stem} />
      {!access && !disabled ? <p className="question-note">这道题在作业里作答，可以拍照、录音或上传文件。</p> : null}
      {shown.photos > 0 ? (
        <Files
          label={`照片（最多${shown.photos}张）`}
          accept="image/*"
          kind="photo"
          refs={given.photos}
          most={shown.photos}
          locked={locked}
          access={access}
          add={(files) => void addPhotos(files)}
          remove={(ref) => remove({ ...given, photos: given.photos.filter((one) => one !== ref) }, ref)}
        />
      ) : null}
      {shown.recording ? (
        <>
          {access && recordings.length === 0 && canRecord() ? (
            <Recorder mostMs={TEACHING.recordingMs} disabled={locked} onDone={(file) => void setRecording([file])} onFault={setState} />
          ) : null}
          <Files
            label={`录音（最长${TEACHING.recordingMs / 60_000}分钟）`}
            accept="audio/*"
            kind="recording"
            refs={recordings}
            most={1}
            locked={locked}
            access={access}
            add={(files) => void setRecording(files)}
            remove={(ref) => remove({ ...given, recording: null }, ref)}
          />
        </>
      ) : null}
      {shown.files > 0 ? (
        <Files
          label={`文件（最多${shown.files}个）`}
          accept=""
          kind="file"
          refs={given.files}
          most={shown.files}
          locked={locked}
          access={access}
          add={(files) => void addFiles(files)}
          remove={(ref) => remove({ ...given, files: given.files.filter((one) => one !== ref) }, ref)}
        />
      ) : null}
      <output className="question-note">{state}</output>
    </div>
  );
}

interface FilesProps {
  readonly label: string;
  readonly accept: string;
  readonly kind: AnswerFileKind;
  readonly refs: readonly AnswerFileRef[];
  readonly most: number;
  readonly locked: boolean;
  readonly access: AnswerFileAccess | undefined;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (ref: AnswerFileRef) => void;
}

const WORDS: Readonly<Record<AnswerFileKind, string>> = { photo: '张照片', recording: '段录音', file: '个文件' };

function Files({ label, accept, kind, refs, most, locked, access, add, remove }: FilesProps) {
  return (
    <div className="question-files">
      <label>
        {label}
        <input
          type="file"
          className="question-hidden"
          accept={accept || undefined}
          multiple={most > 1}
          disabled={locked || refs.length >= most}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
      <ul>
        {refs.map((ref, at) => (
          <li key={ref}>
            {access && kind !== 'file' ? <AnswerFileView kind={kind} no={at + 1} load={() => access.open(ref)} /> : <span>第{at + 1}个</span>}
            <button
              type="button"
              className="question-plain"
              aria-label={`移除第${at + 1}${WORDS[kind]}`}
              disabled={locked}
              onClick={() => remove(ref)}
            >
              移除
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

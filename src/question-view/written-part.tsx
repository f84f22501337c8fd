import { useId, useState } from 'react';
import type { ShownPart, UploadAnswer } from '../../contract/textbook/question-kind.ts';
import type { PartProps, UploadFile } from './part-props.ts';
import { Stem } from './stem.tsx';

type Short = Extract<ShownPart, { kind: 'short' }>;

export function ShortPart({ shown, answer, onChange, disabled }: PartProps<Short, string, null>) {
  const id = useId();
  const [composing, setComposing] = useState<string | null>(null);
  const text = composing ?? answer ?? '';
  const save = (value: string): void => onChange(value === '' ? null : value);
  return (
    <div className="question-short">
      <span className="question-kind">简答</span>
      <Stem html={shown.stem} />
      <label htmlFor={id} className="question-hidden">
        您的回答
      </label>
      <textarea
        id={id}
        rows={6}
        value={text}
        disabled={disabled}
        maxLength={shown.maxLength}
        onCompositionStart={(event) => setComposing(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setComposing(null);
          save(event.currentTarget.value);
        }}
        onChange={(event) => (composing === null ? save(event.target.value) : setComposing(event.target.value))}
      />
      <p className="question-note">
        {[...text].length} / {shown.maxLength}字
      </p>
    </div>
  );
}

type Upload = Extract<ShownPart, { kind: 'upload' }>;
const NOTHING: UploadAnswer = { photos: [], recording: null, files: [] };

interface UploadProps extends PartProps<Upload, UploadAnswer, null> {
  readonly uploadFile: UploadFile | undefined;
}

export function UploadPart({ shown, answer, onChange, disabled, uploadFile }: UploadProps) {
  const [state, setState] = useState('');
  const given = answer ?? NOTHING;
  const save = (next: UploadAnswer): void => onChange(next.photos.length + next.files.length === 0 && next.recording === null ? null : next);
  const send = async (list: FileList | null, store: (ids: number[]) => UploadAnswer): Promise<void> => {
    if (!uploadFile || !list || list.length === 0) return;
    setState('正在上传…');
    try {
      const ids: number[] = [];
      for (const file of list) ids.push(await uploadFile(file));
      save(store(ids));
      setState(`已上传${ids.length}个文件`);
    } catch (error) {
      setState(error instanceof Error ? error.message : '上传失败，请重试');
    }
  };
  const locked = disabled || !uploadFile;
  return (
    <div className="question-upload">
      <span className="question-kind">上传</span>
      <Stem html={shown.stem} />
      {!uploadFile && !disabled ? <p className="question-note">这道题在作业里作答，可以拍照、录音或上传文件。</p> : null}
      {shown.photos > 0 ? (
        <Files
          label={`照片（最多${shown.photos}张）`}
          accept="image/*"
          ids={given.photos}
          most={shown.photos}
          locked={locked}
          add={(list) => void send(list, (ids) => ({ ...given, photos: [...given.photos, ...ids].slice(0, shown.photos) }))}
          remove={(id) => save({ ...given, photos: given.photos.filter((one) => one !== id) })}
        />
      ) : null}
      {shown.recording ? (
        <Files
          label="录音（最长5分钟）"
          accept="audio/*"
          ids={given.recording === null ? [] : [given.recording]}
          most={1}
          locked={locked}
          add={(list) => void send(list, (ids) => ({ ...given, recording: ids[0] ?? null }))}
          remove={() => save({ ...given, recording: null })}
        />
      ) : null}
      {shown.files > 0 ? (
        <Files
          label={`文件（最多${shown.files}个）`}
          accept=""
          ids={given.files}
          most={shown.files}
          locked={locked}
          add={(list) => void send(list, (ids) => ({ ...given, files: [...given.files, ...ids].slice(0, shown.files) }))}
          remove={(id) => save({ ...given, files: given.files.filter((one) => one !== id) })}
        />
      ) : null}
      <output className="question-note">{state}</output>
    </div>
  );
}

interface FilesProps {
  readonly label: string;
  readonly accept: string;
  readonly ids: readonly number[];
  readonly most: number;
  readonly locked: boolean;
  readonly add: (list: FileList | null) => void;
  readonly remove: (id: number) => void;
}

function Files({ label, accept, ids, most, locked, add, remove }: FilesProps) {
  return (
    <div className="question-files">
      <label>
        {label}
        <input
          type="file"
          accept={accept || undefined}
          multiple={most > 1}
          disabled={locked || ids.length >= most}
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      <ul>
        {ids.map((id, at) => (
          <li key={id}>
            第{at + 1}个
            <button type="button" className="question-plain" disabled={locked} onClick={() => remove(id)}>
              移除
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

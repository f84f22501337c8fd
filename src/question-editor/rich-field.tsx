import { useId, useRef, useState, type ReactNode } from 'react';
import { htmlOf, textOf } from './html-text.ts';

/** Stores a picture or a recording; returns its address. */
export type StoreFile = (file: File) => Promise<string>;

interface RichFieldProps {
  readonly label: string;
  readonly html: string;
  readonly change: (html: string) => void;
  readonly storeFile?: StoreFile | undefined;
  readonly rows?: number;
  /** Returns what another button inserts at the cursor. */
  readonly insert?: { readonly label: string; readonly text: () => string };
  readonly help?: ReactNode;
}

const tagOf = (file: File, address: string): string =>
  file.type.startsWith('audio/') ? `<audio src="${address}" controls></audio>` : `<img src="${address}" alt="">`;

/** Text with pictures and recordings: lines are paragraphs, and simple tags may be typed. */
export function RichField({ label, html, change, storeFile, rows = 3, insert, help }: RichFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // The text as typed: reading it back from HTML would drop the line that is being begun.
  const [typed, setTyped] = useState({ html, text: textOf(html) });
  const [fault, setFault] = useState('');
  const text = typed.html === html ? typed.text : textOf(html);
  const write = (next: string): void => {
    const made = htmlOf(next);
    setTyped({ html: made, text: next });
    change(made);
  };
  const put = (piece: string): void => {
    const at = area.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + piece + text.slice(area.current?.selectionEnd ?? at));
  };
  const store = async (file: File | undefined): Promise<void> => {
    if (!file || !storeFile) return;
    setFault('正在上传…');
    try {
      put(tagOf(file, await storeFile(file)));
      setFault('');
    } catch (error) {
      setFault(error instanceof Error ? error.message : '上传失败，请重试');
    }
  };
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      <textarea ref={area} id={id} rows={rows} value={text} onChange={(event) => write(event.target.value)} />
      <div className="editor-tools">
        {insert ? (
          <button type="button" className="editor-button" onClick={() => put(insert.text())}>
            {insert.label}
          </button>
        ) : null}
        {storeFile ? (
          <label className="editor-button">
            插入图片或录音
            <input
              type="file"
              className="question-hidden"
              accept="image/*,audio/*"
              onChange={(event) => {
                void store(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
        ) : null}
        {help ? <span className="question-note">{help}</span> : null}
        <output className="question-note">{fault}</output>
      </div>
    </div>
  );
}

interface LineFieldProps {
  readonly label: string;
  readonly html: string;
  readonly change: (html: string) => void;
}

/** One line of an option; simple tags may be typed. */
export function LineField({ label, html, change }: LineFieldProps) {
  return <input aria-label={label} className="editor-line" value={textOf(html)} onChange={(event) => change(htmlOf(event.target.value, true))} />;
}

interface ChoiceFieldProps<K extends string> {
  readonly label: string;
  readonly of: Readonly<Record<K, string>>;
  readonly value: K;
  readonly change: (value: K) => void;
}

export function ChoiceField<K extends string>({ label, of, value, change }: ChoiceFieldProps<K>) {
  const id = useId();
  return (
    <div className="editor-field editor-short">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.target.value as K)}>
        {(Object.keys(of) as K[]).map((key) => (
          <option key={key} value={key}>
            {of[key]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly maxLength?: number;
  readonly placeholder?: string;
}

export function TextField({ label, value, change, maxLength = 500, placeholder }: TextFieldProps) {
  const id = useId();
  return (
    <div className="editor-field editor-short">
      <label htmlFor={id}>{label}</label>
      <input id={id} value={value} maxLength={maxLength} placeholder={placeholder} onChange={(event) => change(event.target.value)} />
    </div>
  );
}

export function CheckField({ label, checked, change }: { label: string; checked: boolean; change: (checked: boolean) => void }) {
  return (
    <label className="editor-check">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.target.checked)} /> {label}
    </label>
  );
}

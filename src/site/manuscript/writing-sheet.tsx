import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { API_PREFIX, MB } from '../../../contract/limits.ts';
import { upload } from '../../../contract/system/file.ts';
import { acceptOf, useUploadRules } from '../../api/upload-rules.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';

const TOOLS = [
  ['粗体', 'bold', undefined, 'B'],
  ['斜体', 'italic', undefined, 'I'],
  ['章标题', 'formatBlock', 'h2', '章'],
  ['节标题', 'formatBlock', 'h3', '节'],
  ['正文', 'formatBlock', 'p', '文'],
  ['引用', 'formatBlock', 'blockquote', '引'],
  ['撤销', 'undo', undefined, '↶'],
  ['重做', 'redo', undefined, '↷'],
] as const;

/** S9.12: the text is reported this long after the last key press, ms. */
const DEBOUNCE_MS = 250;

/** The browser's editing command: deprecated in the standard and without a successor, but the same in all supported browsers. */
const edit = (command: string, argument?: string): boolean => document.execCommand(command, false, argument);

interface Heading {
  readonly text: string;
  readonly level: number;
}

const headingsOf = (sheet: HTMLElement | null): Heading[] =>
  [...(sheet?.querySelectorAll('h2, h3') ?? [])].map((one) => ({ text: one.textContent ?? '', level: one.tagName === 'H2' ? 1 : 2 }));

interface Props {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (html: string) => void;
  /** Further buttons at the end of the bar. */
  readonly children?: ReactNode;
}

/** A sheet of rich text with headings, quotes and pictures, and the outline of its headings. Pasted text loses foreign formats. */
export function WritingSheet({ value, readOnly, onChange, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const rules = useUploadRules();
  const picture = useRef<HTMLInputElement>(null);
  const written = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [outline, setOutline] = useState<readonly Heading[]>([]);
  const report = useRef(onChange);

  useEffect(() => {
    report.current = onChange;
  });
  // Only external changes are written into the element, so the caret stays in place while typing.
  useEffect(() => {
    if (sheet.current && value !== written.current) {
      sheet.current.innerHTML = value;
      setOutline(headingsOf(sheet.current));
    }
    written.current = value;
  }, [value]);

  const now = () => {
    clearTimeout(timer.current);
    const html = sheet.current?.innerHTML ?? '';
    if (html === written.current) return;
    written.current = html;
    setOutline(headingsOf(sheet.current));
    report.current(html);
  };
  const later = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(now, DEBOUNCE_MS);
  };
  useEffect(() => {
    // Before the listeners that store drafts, which are not capturing.
    addEventListener('pagehide', now, true);
    return () => {
      removeEventListener('pagehide', now, true);
      now();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reports what was typed last when the page closes
  }, []);

  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    event.preventDefault();
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/);
    const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    edit('insertHTML', lines.length === 1 ? escape(lines[0] ?? '') : lines.map((line) => `<p>${escape(line) || '<br>'}</p>`).join(''));
    later();
  };
  const insert = async (file: File) => {
    if (file.size > rules.bytes) return void toast(`图片不能超过 ${rules.bytes / MB} MB`);
    try {
      const body = new FormData();
      body.append('file', file);
      const { fileName } = await call(upload, { body });
      sheet.current?.focus();
      edit('insertImage', `${API_PREFIX}${fileName}`);
      now();
    } catch {
      void toast('图片插入失败');
    }
  };
  const go = (index: number) => sheet.current?.querySelectorAll('h2, h3')[index]?.scrollIntoView({ block: 'start' });
  return (
    <>
      {readOnly ? null : (
        <div className="writing-bar" role="toolbar" aria-label="格式">
          {TOOLS.map(([name, command, argument, face]) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              title={name}
              // The selection in the sheet must stay.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                sheet.current?.focus();
                edit(command, argument);
                later();
              }}
            >
              {face}
            </button>
          ))}
          <input
            ref={picture}
            type="file"
            className="unseen"
            tabIndex={-1}
            aria-hidden="true"
            accept={acceptOf(rules.images)}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void insert(file);
              target.value = '';
            }}
          />
          <button type="button" aria-label="插入图片" title="插入图片" onClick={() => picture.current?.click()}>
            图
          </button>
          {children}
        </div>
      )}
      <div className="writing-columns">
        <div
          ref={sheet}
          className="writing-sheet rich-text"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a textarea has no formats
          role="textbox"
          aria-multiline="true"
          aria-label="正文"
          aria-readonly={readOnly}
          data-placeholder="请输入内容"
          tabIndex={0}
          contentEditable={!readOnly}
          suppressContentEditableWarning
          onInput={later}
          onBlur={now}
          onPaste={paste}
        />
        {outline.length > 0 ? (
          <nav className="writing-outline" aria-label="大纲">
            <h2 className="meta">大纲</h2>
            <ol>
              {outline.map((heading, index) => (
                <li key={`${index} ${heading.text}`} style={{ paddingLeft: (heading.level - 1) * 16 }}>
                  <button type="button" onClick={() => go(index)}>
                    {heading.text || '（无标题）'}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
      </div>
    </>
  );
}

import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { App, Button, Input, Space, Tooltip } from 'antd';
import BoldOutlined from '@ant-design/icons/BoldOutlined';
import ItalicOutlined from '@ant-design/icons/ItalicOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import OrderedListOutlined from '@ant-design/icons/OrderedListOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { visibleCharacters, type RichTextRule } from '../../../../contract/field.ts';
import { API_PREFIX, MB } from '../../../../contract/limits.ts';
import { upload } from '../../../../contract/system/file.ts';
import { acceptOf, useUploadRules } from '../../../api/upload-rules.ts';
import { call } from '../../../api/call.ts';
import { FAILURES } from '../../../api/failure-table.ts';
import './rich-text.css';

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly disabled?: boolean;
  readonly limits?: RichTextRule;
}

interface Tool {
  readonly name: string;
  readonly command: string;
  readonly argument?: string;
  readonly face: ReactNode;
}

const TOOLS: readonly Tool[] = [
  { name: '粗体', command: 'bold', face: <BoldOutlined /> },
  { name: '斜体', command: 'italic', face: <ItalicOutlined /> },
  { name: '小标题', command: 'formatBlock', argument: 'h3', face: '标题' },
  { name: '正文', command: 'formatBlock', argument: 'p', face: '正文' },
  { name: '引用', command: 'formatBlock', argument: 'blockquote', face: '引用' },
  { name: '项目符号', command: 'insertUnorderedList', face: <UnorderedListOutlined /> },
  { name: '编号', command: 'insertOrderedList', face: <OrderedListOutlined /> },
  { name: '撤销', command: 'undo', face: <UndoOutlined /> },
  { name: '重做', command: 'redo', face: <RedoOutlined /> },
];

/** The browser's editing command: deprecated in the standard and without a successor, but the same in all supported browsers. */
const edit = (command: string, argument?: string): boolean => document.execCommand(command, false, argument);

/**
 * Simple rich text: paragraphs, headings, lists, links and our own pictures. Pasted content becomes plain text; the server sanitises what
 * is stored.
 */
export function RichTextInput({ id, label, value, onChange, disabled = false, limits }: Props) {
  const { message } = App.useApp();
  const rules = useUploadRules();
  const sheet = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const written = useRef<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const range = useRef<Range | null>(null);

  // Only external changes are written into the element, so the caret stays in place while typing.
  useEffect(() => {
    if (sheet.current && value !== written.current) sheet.current.innerHTML = value;
    written.current = value;
  }, [value]);

  const notify = () => {
    const html = sheet.current?.innerHTML ?? '';
    const empty = (sheet.current?.textContent ?? '').trim() === '' && !html.includes('<img');
    written.current = empty ? '' : html;
    onChange(written.current);
  };
  const run = ({ command, argument }: Pick<Tool, 'command' | 'argument'>) => {
    sheet.current?.focus();
    if (range.current) {
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range.current);
    }
    edit(command, argument);
    notify();
  };
  const remember = () => {
    const selection = getSelection();
    if (selection?.rangeCount && sheet.current?.contains(selection.anchorNode)) range.current = selection.getRangeAt(0).cloneRange();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    edit('insertText', event.clipboardData.getData('text/plain'));
    notify();
  };
  const putPicture = async (picture: File) => {
    if (picture.size > rules.bytes) return void message.error(`图片不能超过 ${rules.bytes / MB} MB`);
    try {
      const body = new FormData();
      body.append('file', picture);
      const { fileName } = await call(upload, { body });
      run({ command: 'insertImage', argument: `${API_PREFIX}${fileName}` });
    } catch {
      void message.error(FAILURES.imageInsert().words);
    }
  };
  const link = () => {
    const given = address?.trim() ?? '';
    if (!/^(https?:\/\/|\/(?!\/)|mailto:)/.test(given)) return void message.error('链接须以 http://、https:// 或 / 开头');
    run({ command: 'createLink', argument: given });
    setAddress(null);
  };

  return (
    <div className="rich-text">
      <div className="rich-text-bar" role="toolbar" aria-label={`${label}的格式`}>
        {TOOLS.map((tool) => (
          <Tooltip key={tool.name} title={tool.name}>
            <Button
              type="text"
              size="small"
              disabled={disabled}
              aria-label={tool.name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(tool)}
            >
              {tool.face}
            </Button>
          </Tooltip>
        ))}
        <Tooltip title="链接">
          <Button
            type="text"
            size="small"
            disabled={disabled}
            aria-label="链接"
            onMouseDown={remember}
            onClick={() => setAddress(address === null ? '' : null)}
          >
            <LinkOutlined />
          </Button>
        </Tooltip>
        {limits?.pictures === 0 ? null : (
          <Tooltip title="图片">
            <Button type="text" size="small" disabled={disabled} aria-label="图片" onMouseDown={remember} onClick={() => file.current?.click()}>
              <PictureOutlined />
            </Button>
          </Tooltip>
        )}
      </div>
      {address === null ? null : (
        <Space.Compact style={{ width: '100%', padding: 8 }}>
          <Input
            aria-label="链接地址"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={(event) => (event.preventDefault(), link())}
          />
          <Button onClick={link}>加上链接</Button>
        </Space.Compact>
      )}
      <div
        ref={sheet}
        {...(id ? { id } : {})}
        className="rich-text-sheet"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag edits rich text
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={label}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={notify}
        onBlur={(event) => {
          remember();
          if (event.currentTarget.innerHTML !== written.current) notify();
        }}
        onPaste={paste}
        onDrop={(event) => event.preventDefault()}
      />
      {limits ? <Count value={value} most={limits.characters} /> : null}
      <input
        ref={file}
        type="file"
        style={{ display: 'none' }}
        accept={acceptOf(rules.images)}
        onChange={(event) => {
          const [picture] = event.target.files ?? [];
          event.target.value = '';
          if (picture) void putPicture(picture);
        }}
      />
    </div>
  );
}

/** The number of visible characters and the limit, as below a plain text area. */
function Count({ value, most }: { value: string; most: number }) {
  const count = visibleCharacters(value);
  return <div className={count > most ? 'rich-text-count over' : 'rich-text-count soft'}>{`${count} / ${most}`}</div>;
}

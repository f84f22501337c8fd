import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { manuscriptInfo } from '../../../contract/manuscript/manuscript-version.ts';
import { wordCount } from '../../../contract/manuscript/word-count.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { SaveStatus } from '../../drafts/draft-saving.ts';
import { AUTOSAVE_MS } from '../../drafts/autosave.ts';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import { writeMemory, readMemory } from '../../storage/local-memory.ts';
import { showAlert, toast } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { refreshManuscripts } from './author-queries.ts';
import { isConflict, saveVersionOf, textSaving, type TextDraft } from './text-saving.ts';
import { WritingSheet } from './writing-sheet.tsx';
import './author.css';

type Saved = DataOf<typeof manuscriptInfo>;
const STATUS: Readonly<Record<SaveStatus, string>> = { unsaved: '未存', device: '已存本机', server: '已存服务器' };

const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ');

/** The text of one manuscript: kept on the device 340 ms after a key press, on the server after three seconds, with outline and word count. */
export function TextEditor({ saved }: { saved: Saved }) {
  const draft = useStoredDraft<TextDraft>(saved.writable ? `manuscript text ${saved.archiveId}` : null);
  if (!draft.asked) return <NavBar title={saved.title} otherwise="/authorBackground/online" />;
  return <Editor saved={saved} draft={draft} />;
}

function Editor({ saved, draft }: { saved: Saved; draft: ReturnType<typeof useStoredDraft<TextDraft>> }) {
  // An unsent draft of this device continues; a draft over an older revision is shown as a conflict when it is sent.
  const [initial] = useState(() => draft.found?.value ?? { content: saved.content, revision: saved.revision });
  const [status, setStatus] = useState<SaveStatus>(draft.found ? 'device' : 'server');
  const [content, setContent] = useState(initial.content);
  const { archiveId } = saved;
  // One for each opened manuscript.
  const [text] = useState(() =>
    textSaving(
      { archiveId, ...initial, recovered: draft.found !== null },
      {
        write: (value) => draft.write(value),
        clear: () => draft.clear(),
        onStatus: (now) => setStatus(now),
        onText: (now) => setContent(now),
      },
    ),
  );
  useEffect(() => text.open(), [text]);

  const change = (html: string) => {
    setContent(html);
    text.change(html);
  };

  const version = async () => {
    try {
      await text.saving.save();
    } catch (error) {
      if (isConflict(error)) return void (await text.conflict());
      const where = text.saving.status === 'unsaved' ? '文字还没有存上' : '文字仍在本机';
      return void showAlert('还没有存成版本', `${where}，请检查网络后再试。`);
    }
    await saveVersionOf(archiveId, text.content(), '在线保存');
    await refreshManuscripts();
    void toast('已存成一个版本');
  };

  return (
    <div className="writing">
      <NavBar title={saved.title} otherwise={`/authorBackground/publish?archiveId=${saved.archiveId}`} />
      {saved.writable ? null : <p className="meta">稿件正在流转，现在只能看。</p>}
      <WritingSheet value={content} readOnly={!saved.writable} onChange={change}>
        {saved.writable ? (
          <>
            <button type="button" onClick={() => void version()}>
              存成版本
            </button>
            <output className="writing-lamp" data-state={status}>
              {STATUS[status]}
            </output>
          </>
        ) : null}
      </WritingSheet>
      <p className="meta">
        {wordCount(plain(content))} 字　<Link to={`/authorBackground/publish?archiveId=${saved.archiveId}`}>投稿与进度</Link>
      </p>
    </div>
  );
}

const TRIAL = 'shuzhou.trial-writing';

/** A sheet for visitors: it stays on this device, and becomes a manuscript after signing in. */
export function TrialWriting() {
  const [content, setContent] = useState(() => readMemory(TRIAL) ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (html: string) => {
    setContent(html);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writeMemory(TRIAL, html), AUTOSAVE_MS);
  };
  return (
    <div className="writing">
      <NavBar title="试写" otherwise="/authorBackground/online" />
      <p className="meta">
        文字只存在这台设备上。<Link to="/authorBackground/online">请先登录后保存</Link>成作品。
      </p>
      <WritingSheet value={content} readOnly={false} onChange={change} />
      <p className="meta">{wordCount(plain(content))} 字</p>
    </div>
  );
}

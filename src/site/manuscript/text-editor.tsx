import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { manuscriptInfo, saveContent, saveFileHistory } from '../../../contract/manuscript/manuscript-version.ts';
import { wordCount } from '../../../contract/manuscript/word-count.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { CODE } from '../../../contract/error.ts';
import { call, CallError } from '../../api/call.ts';
import { AUTOSAVE_MS } from '../../drafts/draft-storage.ts';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import { writeMemory, readMemory } from '../../storage/local-memory.ts';
import { confirm, showAlert, toast } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { refreshManuscripts } from './author-queries.ts';
import { WritingSheet } from './writing-sheet.tsx';
import './author.css';

type Saved = DataOf<typeof manuscriptInfo>;
/** Where the newest text is: only typed, on this device, or on the server. */
type Lamp = 'unsaved' | 'device' | 'server';
const LAMPS: Readonly<Record<Lamp, string>> = { unsaved: '未存', device: '已存本机', server: '已存服务器' };

/** Time without a key press before the text is sent to the server, ms. */
const SEND_MS = 3000;

const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ');

interface Draft {
  readonly content: string;
  /** The revision on which the draft is based. */
  readonly revision: number;
}

/** The text of one manuscript: kept on the device 340 ms after a key press, on the server after three seconds, with outline and word count. */
export function TextEditor({ saved }: { saved: Saved }) {
  const draft = useStoredDraft<Draft>(saved.writable ? `manuscript text ${saved.archiveId}` : null);
  if (!draft.asked) return <NavBar title={saved.title} otherwise="/authorBackground/online" />;
  return <Editor saved={saved} draft={draft} />;
}

function Editor({ saved, draft }: { saved: Saved; draft: ReturnType<typeof useStoredDraft<Draft>> }) {
  // An unsent draft of this device continues; a draft over an older revision is shown as a conflict when it is sent.
  const [initial] = useState(() => draft.found?.value ?? { content: saved.content, revision: saved.revision });
  const [lamp, setLamp] = useState<Lamp>(draft.found ? 'device' : 'server');
  const [content, setContent] = useState(initial.content);
  const state = useRef({ content: initial.content, revision: initial.revision, sending: false, changed: draft.found !== null });
  const timers = useRef<{ keep?: ReturnType<typeof setTimeout>; send?: ReturnType<typeof setTimeout> }>({});

  const send = async (): Promise<boolean> => {
    const now = state.current;
    if (now.sending || !now.changed) return true;
    now.sending = true;
    const sent = now.content;
    try {
      const { revision } = await call(saveContent, { body: { archiveId: saved.archiveId, content: sent, revision: now.revision } });
      now.revision = revision;
      if (now.content === sent) {
        now.changed = false;
        await draft.clear();
        setLamp('server');
      } else draft.keep({ content: now.content, revision });
      return true;
    } catch (error) {
      if (error instanceof CallError && error.code === CODE.conflict) await conflict();
      return false;
    } finally {
      now.sending = false;
    }
  };

  /** Somebody saved meanwhile: the author chooses, and the other text stays in the versions. */
  const conflict = async () => {
    const mine = await confirm('另一处也修改了这篇稿件', '保留本机的文字，会把服务器上的存为历史版本；不保留，则改用服务器上的文字。', '保留本机的');
    const theirs = await call(manuscriptInfo, { params: { archiveId: saved.archiveId } }, { known: true });
    const lost = mine ? theirs.content : state.current.content;
    await keepVersion(saved.archiveId, lost, mine ? '另一处保存的文字' : '本机未采用的文字').catch(() => undefined);
    state.current.revision = theirs.revision;
    if (!mine) {
      state.current.content = theirs.content;
      state.current.changed = false;
      setContent(theirs.content);
      await draft.clear();
      setLamp('server');
    }
  };

  const change = (html: string) => {
    state.current.content = html;
    state.current.changed = true;
    setContent(html);
    setLamp('unsaved');
    clearTimeout(timers.current.keep);
    clearTimeout(timers.current.send);
    // Stored 340 ms after the last change, and when the page is left.
    draft.keep({ content: html, revision: state.current.revision });
    timers.current.keep = setTimeout(() => setLamp((before) => (before === 'unsaved' ? 'device' : before)), AUTOSAVE_MS);
    timers.current.send = setTimeout(() => void send(), SEND_MS);
  };

  useEffect(() => {
    const held = timers.current;
    if (state.current.changed) held.send = setTimeout(() => void send(), SEND_MS);
    return () => {
      clearTimeout(held.keep);
      clearTimeout(held.send);
      void send();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each opened manuscript
  }, []);

  const version = async () => {
    if (!(await send())) return void showAlert('还没有存成版本', '文字仍在本机，请检查网络后再试。');
    await keepVersion(saved.archiveId, state.current.content, '在线保存');
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
            <output className="writing-lamp" data-state={lamp}>
              {LAMPS[lamp]}
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

async function keepVersion(archiveId: number, content: string, note: string): Promise<void> {
  const body = new FormData();
  body.append('file', new File([content === '' ? '<p></p>' : content], '正文.html', { type: 'text/html' }));
  await call(saveFileHistory, { query: { archiveId, note, online: '1' }, body } as never);
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

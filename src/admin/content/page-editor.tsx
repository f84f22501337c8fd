import { useEffect, useId, useReducer, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input } from 'antd';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import {
  getPage,
  getSinglePage,
  restoreSinglePage,
  saveSinglePage,
  singlePageEvent,
  singlePages,
  singlePageVersions,
  type SinglePageDraft,
  type SinglePageVersion,
} from '../../../contract/content/single-page.ts';
import { sitePageMachine } from '../../../contract/content/single-page.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { call } from '../../api/call.ts';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import { useCan } from '../crud/use-resource.tsx';
import { machineEvents } from '../state-machine/machine-events.ts';
import { ReleaseRejection } from '../state-machine/release-rejection.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import { allOf } from '../../api/all-of.ts';
import { asBlock, type DraftBlock } from './block-fields.ts';
import { BlockList } from './block-list.tsx';
import { PageHistory } from './page-history.tsx';
import { PagePreview } from './page-preview.tsx';
import { change, redo, startStack, undo, type UndoStack } from './undo-stack.ts';

interface Content {
  readonly title: string;
  readonly description: string;
  readonly blocks: readonly DraftBlock[];
}

type Action = { readonly do: 'undo' } | { readonly do: 'redo' } | { readonly do: 'change'; readonly part: Partial<Content>; readonly field?: string };

function reduce(stack: UndoStack<Content>, action: Action): UndoStack<Content> {
  if (action.do === 'undo') return undo(stack);
  if (action.do === 'redo') return redo(stack);
  return change(stack, { ...stack.now, ...action.part }, action.field);
}

const contentOf = ({ title, description, blocks }: SinglePageDraft): Content => ({ title, description, blocks: blocks as DraftBlock[] });
const same = (one: Content, other: Content): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Props {
  readonly page: SinglePageDraft;
  readonly onDirty: (dirty: boolean) => void;
}

/** The editor of one page: its blocks, the preview beside them, its state and its history. */
export function PageEditor({ page, onDirty }: Props) {
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const may = useCan();
  const id = useId();
  const saved = contentOf(page);
  const [stack, act] = useReducer(reduce, saved, startStack);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [history, setHistory] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const stored = useStoredDraft<{ content: Content; version: number }>(`/cms/page ${page.pageId}`);
  const { now } = stack;
  const dirty = !same(now, saved);
  const editable = may('cms:page:edit');
  const left = stored.found && stored.found.value.version === page.version && !same(stored.found.value.content, now) && !dirty ? stored.found : null;
  useAskBeforeUnload(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const write = (part: Partial<Content>, field?: string) => {
    act({ do: 'change', part, ...(field ? { field } : {}) });
    stored.keep({ content: { ...now, ...part }, version: page.version });
  };
  const refresh = async () => {
    for (const one of [singlePages, getSinglePage, singlePageVersions, getPage]) await client.invalidateQueries(allOf(one));
  };
  /** Runs a change of the page; returns whether it was done. */
  const run = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    setWrong('');
    try {
      await work();
      await stored.clear();
      void message.success(done);
      await refresh();
      return true;
    } catch (error) {
      setWrong(errorMessage(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const store = () => call(saveSinglePage, { body: { pageId: page.pageId, version: page.version, ...now, blocks: now.blocks.map(asBlock) } });
  const sendEvent = async (event: ReleaseEvent, note = '') => {
    const { version } = dirty ? await store() : page;
    await call(singlePageEvent, { params: { event, pageId: page.pageId }, body: { note, version } });
  };
  const ask = (event: ReleaseEvent, label: string, consequence: string | undefined, danger: boolean) =>
    void modal.confirm({
      title: `${label}“${now.title}”？`,
      content: consequence,
      okText: label,
      okButtonProps: { danger },
      cancelText: '取消',
      onOk: () => run(() => sendEvent(event), `已${label}`),
    });
  const restore = (version: SinglePageVersion) =>
    void modal.confirm({
      title: `恢复第 ${version.versionNo} 版？`,
      content: version.live
        ? '放弃现在的草稿，回到读者看到的内容。'
        : '现在的草稿换成这一版；草稿本身留在历史版本里。恢复后还要提交、审核，读者才会看到。',
      okText: '恢复',
      cancelText: '取消',
      onOk: async () => {
        const restored = await run(
          () => call(restoreSinglePage, { params: { versionId: version.versionId }, body: { version: page.version } }),
          `已恢复第 ${version.versionNo} 版`,
        );
        if (restored) setHistory(false);
      },
    });
  // Saving makes a draft of approved content, so that it can be submitted in one step. Other events would ignore unsaved changes.
  const state = dirty && page.state !== 'pending' ? 'draft' : page.state;
  const events = machineEvents<ReleaseState, ReleaseEvent>(sitePageMachine, state, may).filter(({ event }) => !dirty || event === 'submit');
  return (
    <>
      <div className="page-bar">
        {editable ? (
          <>
            <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void run(store, '已保存')}>
              保存
            </Button>
            <Button icon={<UndoOutlined />} disabled={stack.past.length === 0} onClick={() => act({ do: 'undo' })}>
              撤销
            </Button>
            <Button icon={<RedoOutlined />} disabled={stack.future.length === 0} onClick={() => act({ do: 'redo' })}>
              重做
            </Button>
          </>
        ) : null}
        <Button onClick={() => setHistory(true)}>历史版本</Button>
        <span className="page-bar-space" />
        {events.map(({ event, label, consequence, danger }) => (
          <Button
            key={event}
            danger={danger ?? false}
            disabled={busy}
            onClick={() => (event === 'reject' ? setRejecting(true) : ask(event, label, consequence, danger ?? false))}
          >
            {dirty ? `保存并${label}` : label}
          </Button>
        ))}
      </div>
      <p className="soft page-state">
        {page.live ? `读者看到的是 ${page.publishTime.slice(0, 16)} 发布的内容` : '读者现在看不到这一页的内容'}
        {page.updateBy ? ` · ${page.updateBy} ${page.updateTime.slice(0, 16)} 修改` : ''}
      </p>
      {page.rejectNote ? <Alert className="page-alert" type="warning" showIcon title={`上次被退回：${page.rejectNote}`} /> : null}
      {page.state === 'pending' ? (
        <Alert className="page-alert" type="info" showIcon title="正在等待另一位同事审核；现在修改并保存，提交人就变成您。" />
      ) : null}
      {wrong ? <Alert className="page-alert" type="error" showIcon title={wrong} /> : null}
      {left ? (
        <Alert
          className="page-alert"
          type="info"
          showIcon
          title="这台设备上有一份没有保存的修改"
          action={
            <>
              <Button size="small" type="primary" onClick={() => act({ do: 'change', part: left.value.content })}>
                接着改
              </Button>{' '}
              <Button size="small" onClick={() => void stored.clear()}>
                丢弃
              </Button>
            </>
          }
        />
      ) : null}
      <div className="page-editor">
        <div className="page-edit">
          <div className="page-field">
            <label htmlFor={`${id}-title`}>
              页面标题<span aria-hidden="true"> *</span>
            </label>
            <Input
              id={`${id}-title`}
              maxLength={40}
              value={now.title}
              disabled={!editable}
              onChange={({ target }) => write({ title: target.value }, 'title')}
            />
          </div>
          <div className="page-field">
            <label htmlFor={`${id}-description`}>摘要</label>
            <Input.TextArea
              id={`${id}-description`}
              maxLength={120}
              showCount
              autoSize={{ minRows: 2 }}
              value={now.description}
              disabled={!editable}
              onChange={({ target }) => write({ description: target.value }, 'description')}
            />
            <span className="soft">搜索引擎和转发的链接里显示；留空就用正文开头</span>
          </div>
          <BlockList blocks={now.blocks} disabled={!editable} onChange={(blocks, field) => write({ blocks }, field)} />
        </div>
        <PagePreview title={now.title} blocks={now.blocks} />
      </div>
      {history ? <PageHistory pageId={page.pageId} mayRestore={editable} onRestore={restore} onClose={() => setHistory(false)} /> : null}
      {rejecting ? (
        <ReleaseRejection
          title={`退回“${page.title}”`}
          onSend={async (note) => {
            await sendEvent('reject', note);
            void message.success('已退回修改');
            await refresh();
          }}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </>
  );
}

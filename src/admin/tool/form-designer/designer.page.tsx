import { useMemo, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Result, Skeleton } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { FormError } from '../../../../contract/workflow/form-content.ts';
import { isVForm, parseForm, VFORM_MESSAGE } from '../../../../contract/workflow/form-parser.ts';
import { flowForm, type FlowForm } from '../../../../contract/workflow/flow-form.ts';
import { CODE } from '../../../../contract/error.ts';
import { CallError } from '../../../api/call.ts';
import { queryOf } from '../../../api/query-client.ts';
import { session } from '../../../session/session.store.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { useNarrow } from '../../ui/use-device.ts';
import { DesignerContext, DesignerStore, NEW_FORM } from './designer.store.ts';
import { DesignerScreen } from './designer-screen.tsx';
import { NarrowDesigner } from './narrow-designer.tsx';
import { DrawingStorage, type StoredDrawing } from './stored-drawing.ts';
import './designer.css';
import './field-preview.css';
import './property-panel/property-panel.css';

/** 表单构建: a new form, or with `?formId=` one of the server. */
export function DesignerPage() {
  const [search] = useSearchParams();
  const formId = Number(search.get('formId')) || null;
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : null;
  if (userId === null) return <Skeleton active paragraph={{ rows: 10 }} />;
  return formId === null ? <NewForm key={userId} userId={userId} /> : <StoredForm key={`${userId} ${formId}`} userId={userId} formId={formId} />;
}

function NewForm({ userId }: { userId: number }) {
  const { message } = App.useApp();
  const [opened] = useState(() => {
    const storage = new DrawingStorage(null, userId);
    const store = new DesignerStore();
    const found = storage.read(Date.now());
    if (found) store.load(found.form, found);
    if (found?.notice) void message.warning(found.notice);
    return { storage, store, at: found?.at ?? null };
  });
  return <Opened {...opened} row={null} warnings={[]} />;
}

/** A form of the server, read before the designer opens. */
function StoredForm({ userId, formId }: { userId: number; formId: number }) {
  const found = useQuery({ ...queryOf(flowForm.get, { params: { id: formId } }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false });
  if (found.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (found.isError) {
    const gone = found.error instanceof CallError && found.error.code !== CODE.forbidden && found.error.code < 500 && found.error.code > 0;
    return (
      <Failed title={gone ? '表单不存在或已删除' : '表单没有读到'} words={gone ? '' : errorMessage(found.error)}>
        {gone ? null : <Button onClick={() => void found.refetch()}>重试</Button>}
      </Failed>
    );
  }
  return <ReadForm key={(found.data as FlowForm).version} row={found.data as FlowForm} userId={userId} />;
}

function ReadForm({ row, userId }: { row: FlowForm; userId: number }) {
  const [redesign, setRedesign] = useState(false);
  const [openedAt] = useState(Date.now);
  const opened = useMemo(() => {
    const storage = new DrawingStorage(row.formId, userId);
    const store = new DesignerStore();
    try {
      const { form, warnings } = redesign ? { form: NEW_FORM, warnings: [] } : parseForm(row.formContent);
      store.load(form);
      return { storage, store, warnings: warnings.map((one) => one.message), draft: storage.read(openedAt), problem: null };
    } catch (error) {
      return { storage, store, warnings: [], draft: null, problem: error instanceof FormError ? error.message : '表单内容不能读取' };
    }
  }, [row, userId, redesign, openedAt]);
  const [answered, setAnswered] = useState(false);
  const { storage, store, warnings, draft, problem } = opened;
  if (problem !== null || (isVForm(row.formContent) && !redesign)) {
    const foreign = isVForm(row.formContent);
    return (
      <Failed title={foreign ? VFORM_MESSAGE : (problem ?? '')} words="">
        <Button onClick={() => setRedesign(true)}>重新设计</Button>
        <details className="fd-raw">
          <summary>查看 JSON</summary>
          <pre>{row.formContent}</pre>
        </details>
      </Failed>
    );
  }
  return (
    <Opened storage={storage} store={store} at={null} row={row} warnings={warnings}>
      {draft && !answered ? (
        <FoundDraft
          draft={draft}
          version={row.version}
          onAnswer={(restore) => (setAnswered(true), restore ? store.replace(draft.form) : storage.clear())}
        />
      ) : null}
    </Opened>
  );
}

function FoundDraft({ draft, version, onAnswer }: { draft: StoredDrawing; version: number; onAnswer: (restore: boolean) => void }) {
  const time = draft.at === null ? '' : new Date(draft.at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
  const older = draft.base !== null && draft.base !== version;
  return (
    <Alert
      banner
      type="info"
      title={`找到 ${time} 未保存的修改${older ? '，但表单后来已被别人改过' : ''}`}
      action={
        <span className="fd-buttons">
          <Button size="small" type="primary" onClick={() => onAnswer(true)}>
            恢复
          </Button>
          <Button size="small" onClick={() => onAnswer(false)}>
            丢弃
          </Button>
        </span>
      }
    />
  );
}

interface OpenedProps {
  readonly storage: DrawingStorage;
  readonly store: DesignerStore;
  readonly at: number | null;
  readonly row: FlowForm | null;
  readonly warnings: readonly string[];
  readonly children?: ReactNode;
}

function Opened({ storage, store, at, row, warnings, children }: OpenedProps) {
  const narrow = useNarrow();
  const [read, setRead] = useState(false);
  return (
    <DesignerContext value={store}>
      {narrow ? (
        <NarrowDesigner name={row?.formName ?? '新表单'} />
      ) : (
        <DesignerScreen storage={storage} initialTime={at} row={row}>
          {warnings.length > 0 && !read ? (
            <Alert
              banner
              type="warning"
              closable={{ onClose: () => setRead(true) }}
              title={`打开时做了 ${warnings.length} 处修正，保存后生效`}
              description={
                <ul className="fd-problems">
                  {warnings.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              }
            />
          ) : null}
          {children}
        </DesignerScreen>
      )}
    </DesignerContext>
  );
}

function Failed({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <Result
      status="warning"
      title={<h1 className="fd-failed">{title}</h1>}
      subTitle={words}
      extra={
        <span className="fd-buttons">
          {children}
          <Link to="/flowable/form">返回列表</Link>
        </span>
      }
    />
  );
}

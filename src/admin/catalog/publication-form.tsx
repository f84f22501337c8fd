import { useEffect, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Skeleton } from 'antd';
import { getPublication, type publicationDraft, savePublication } from '../../../contract/catalog/publication.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import type { StoredDraft } from '../../drafts/use-stored-draft.ts';
import { DraftFound } from '../crud/draft-found.tsx';
import { useSeenVersion } from '../crud/use-seen-version.ts';
import { Drawer } from '../ui/drawer.tsx';
import { TitleName } from '../ui/name.tsx';
import { confirmLeave } from '../ui/confirm-leave.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { useStale } from './publication-actions.ts';
import { PublicationCover } from './publication-cover.tsx';
import { PublicationFields } from './publication-fields.tsx';

type Draft = typeof publicationDraft._zod.output;
const CONFLICT = 409;

/** Unsaved input for a work, and the version it is based on. */
export interface PublicationDraft {
  readonly publishId: number;
  readonly version: number;
  readonly values: Draft;
}

interface Props {
  publishId: number;
  /** Storage for unsaved input; a previous draft is restored. */
  draft: StoredDraft<PublicationDraft>;
  onClose: () => void;
}

/** Edits the data from the file and adds other data. Two columns; the footer stays visible. */
export function PublicationForm({ publishId, draft, onClose }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const { message, modal } = App.useApp();
  const stale = useStale();
  const [form] = Form.useForm<Draft>();
  const [kept] = useState(draft.found?.value.publishId === publishId ? draft.found : null);
  const [dirty, setDirty] = useState(kept !== null);
  const [problems, setProblems] = useState<{ name: string; words: string }[]>([]);
  const found = useQuery({ ...queryOf(getPublication, { params: { publishId } }), staleTime: 0, refetchOnMount: 'always' });
  const book = found.data;
  const [seen, wrote] = useSeenVersion(book?.version, dirty, kept?.value.version);

  useEffect(() => {
    if (kept) form.setFieldsValue(kept.value.values);
  }, [kept, form]);
  useEffect(() => {
    if (!book || dirty) return;
    const { cover, ...rest } = book;
    form.setFieldsValue({ ...rest, drawing: cover.drawing, colour: cover.colour, format: cover.format });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a version read again must not overwrite what is being written
  }, [book?.version]);

  const save = useMutation({
    mutationFn: (values: Draft) => call(savePublication, { body: { ...values, publishId, version: seen ?? 0 } }),
    onSuccess: async () => {
      await draft.clear();
      void message.success('保存成功');
      await stale();
      onClose();
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === CONFLICT)
        void modal.warning({ title: '数据已被他人修改，请刷新后重试', content: '您写的内容还在这里，可以先复制出来再刷新。' });
      else void message.error(errorMessage(error));
    },
  });
  const written = async (version: number): Promise<void> => {
    wrote(version);
    await stale();
    await found.refetch();
  };
  const leave = () => confirmLeave(modal, dirty, onClose, draft.clear);

  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={
        book ? (
          <>
            修改<TitleName>{book.title}</TitleName>
          </>
        ) : (
          '修改出版物'
        )
      }
      onClose={leave}
      footer={
        <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <span className="soft" style={{ flex: 1 }}>
            {dirty ? '未保存，关闭前会询问' : ''}
          </span>
          <Button onClick={leave}>取消</Button>
          <Button type="primary" loading={save.isPending} disabled={!book} onClick={() => form.submit()}>
            保存
          </Button>
        </div>
      }
    >
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {!book && !found.isError ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      <Form<Draft>
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        onValuesChange={() => {
          setDirty(true);
          draft.keep({ publishId, version: seen ?? 0, values: form.getFieldsValue(true) as Draft });
        }}
        onFinish={() => {
          setProblems([]);
          save.mutate(form.getFieldsValue(true) as Draft);
        }}
        onFinishFailed={({ errorFields }) => setProblems(errorFields.map(({ name, errors }) => ({ name: String(name[0]), words: errors[0] ?? '' })))}
        style={{ display: book ? 'grid' : 'none', gridTemplateColumns: narrow ? '1fr' : '1fr 1fr', columnGap: 16 }}
      >
        {kept ? (
          <div style={{ gridColumn: '1 / -1', marginBottom: 12 }}>
            <DraftFound at={kept.at} />
          </div>
        ) : null}
        {problems.length > 1 ? (
          <Alert
            style={{ gridColumn: '1 / -1', marginBottom: 12 }}
            type="error"
            title={`有 ${problems.length} 处需要修改：`}
            description={problems.map(({ name, words }) => (
              <Button key={name} type="link" size="small" onClick={() => form.getFieldInstance(name)?.focus?.()}>
                {words}
              </Button>
            ))}
          />
        ) : null}
        <PublicationCover book={book} publishId={publishId} onWritten={written} />
        <PublicationFields book={book} />
      </Form>
    </Drawer>
  );
}

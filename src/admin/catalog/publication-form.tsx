import { useEffect, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Drawer, Form, Input, InputNumber, Select, Skeleton, Switch, TreeSelect, Upload } from 'antd';
import dayjs from 'dayjs';
import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import {
  getPublication,
  publicationDraft,
  removePublicationCover,
  savePublication,
  savePublicationCover,
} from '../../../contract/catalog/publication.ts';
import { UPLOAD, MB } from '../../../contract/limits.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { Cover } from '../../cover/cover.tsx';
import type { KeptDraft } from '../../drafts/use-kept-draft.ts';
import { DraftFound } from '../crud/draft-found.tsx';
import { MoneyInput } from '../crud/money-input.tsx';
import { ruleOf } from '../crud/schema-rules.ts';
import { useSeenVersion } from '../crud/use-seen-version.ts';
import { OwnFields } from '../program/own-fields.tsx';
import { wordsOf } from '../frame/say.ts';
import { useNarrow } from '../frame/use-device.ts';
import { useCategoryOptions } from './category-options.ts';
import { useStale } from './publication-actions.ts';

type Draft = typeof publicationDraft._zod.output;
const { shape } = publicationDraft;
const CONFLICT = 409;

function useEntries(type: string): { value: string; label: string }[] {
  const { data = [] } = useQuery(queryOf(entriesOfType, { params: { type } }));
  return data.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
}

/** The languages of the house, and the one a book came with. */
function languagesWith(known: { value: string; label: string }[], own: string | undefined): { value: string; label: string }[] {
  if (!own || known.some(({ value }) => value === own)) return known;
  let label = own;
  try {
    label = new Intl.DisplayNames('zh-CN', { type: 'language' }).of(own) ?? own;
  } catch {
    // No tag: what the file says stands there.
  }
  return [...known, { value: own, label }];
}

/** What somebody had typed of a work, and over which version of it. */
export interface PublicationDraft {
  readonly publishId: number;
  readonly version: number;
  readonly values: Draft;
}

interface Props {
  publishId: number;
  /** Where what is typed is kept until it is saved; what it held before is put back. */
  draft: KeptDraft<PublicationDraft>;
  onClose: () => void;
}

/** Corrects what the file said and adds what it could not know. Two columns, the footer stays in sight. */
export function PublicationForm({ publishId, draft, onClose }: Props) {
  const narrow = useNarrow();
  const { message, modal } = App.useApp();
  const stale = useStale();
  const [form] = Form.useForm<Draft>();
  const [kept] = useState(draft.found?.value.publishId === publishId ? draft.found : null);
  const [dirty, setDirty] = useState(kept !== null);
  const [problems, setProblems] = useState<{ name: string; words: string }[]>([]);
  const found = useQuery({ ...queryOf(getPublication, { params: { publishId } }), staleTime: 0, refetchOnMount: 'always' });
  const categories = useCategoryOptions();
  const languages = useEntries('publish_publication_language');
  const drawings = useEntries('publish_publication_drawing');
  const free = Form.useWatch('isFree', form) === '1';
  const book = found.data;
  const [seen, wrote] = useSeenVersion(book?.version, dirty, kept?.value.version);

  useEffect(() => {
    if (kept) form.setFieldsValue(kept.value.values);
  }, [kept, form]);
  useEffect(() => {
    if (!book || dirty) return;
    const { cover, ...rest } = book;
    form.setFieldsValue({ ...rest, drawing: cover.drawing, colour: cover.colour, format: cover.format });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a version read anew must not overwrite what is being written
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
      else void message.error(wordsOf(error));
    },
  });
  const cover = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(savePublicationCover, { params: { publishId }, body } as never);
    },
    onSuccess: async ({ version }) => {
      wrote(version);
      void message.success('封面已更换');
      await stale();
      await found.refetch();
    },
    onError: (error) => void message.error(wordsOf(error)),
  });
  const bare = useMutation({
    mutationFn: () => call(removePublicationCover, { params: { publishId } }),
    onSuccess: async ({ version }) => {
      wrote(version);
      void message.success('封面已移除，按书名绘制');
      await stale();
      await found.refetch();
    },
    onError: (error) => void message.error(wordsOf(error)),
  });
  const leave = () => {
    if (!dirty) return onClose();
    void modal.confirm({
      title: '放弃未保存的修改？',
      content: '关闭后，这次修改的内容不会保留。',
      okText: '放弃修改',
      cancelText: '继续编辑',
      onOk: () => {
        void draft.clear();
        onClose();
      },
    });
  };

  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={book ? `修改《${book.title}》` : '修改出版物'}
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
      {found.isError ? <Alert type="error" title={wordsOf(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} /> : null}
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
        <div style={{ gridRow: 'span 3', display: 'flex', gap: 16, alignItems: 'flex-start', marginBottom: 16 }}>
          {book ? (
            <div style={{ flex: 'none', width: 132 }}>
              <Cover book={book} alt={`《${book.title}》封面`} />
            </div>
          ) : null}
          <Upload accept={UPLOAD.images.map((type) => `.${type}`).join()} showUploadList={false} beforeUpload={(file) => (cover.mutate(file), false)}>
            <Button loading={cover.isPending}>上传封面</Button>
            {book?.cover.url ? (
              <Button
                type="link"
                loading={bare.isPending}
                onClick={(event) => {
                  event.stopPropagation();
                  bare.mutate();
                }}
              >
                移除封面
              </Button>
            ) : null}
            <p className="soft">
              <span className="unbroken">{UPLOAD.images.join('、')}，</span>
              <span className="unbroken">不超过 {UPLOAD.bytes / MB} MB；</span>
              <span className="unbroken">不上传时</span>
              <span className="unbroken">按书名绘制</span>
            </p>
          </Upload>
        </div>
        <Form.Item name="title" label="书名" required rules={[ruleOf(shape.title)]}>
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item name="subtitle" label="副书名" rules={[ruleOf(shape.subtitle)]}>
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item name="authorsText" label="作者" required rules={[ruleOf(shape.authorsText)]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="translator" label="译者" rules={[ruleOf(shape.translator)]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="archiveTypeId" label="分类" rules={[ruleOf(shape.archiveTypeId)]}>
          <TreeSelect treeData={categories} treeDefaultExpandAll allowClear placeholder="请选择分类" />
        </Form.Item>
        <Form.Item name="isbn" label="书号（ISBN）" rules={[ruleOf(shape.isbn)]} extra="可不填；保存时会校验">
          <Input className="code" maxLength={17} placeholder="978-7-…" />
        </Form.Item>
        <Form.Item name="language" label="语种">
          <Select options={languagesWith(languages, book?.language)} />
        </Form.Item>
        <Form.Item
          name="publishDate"
          label="出版日期"
          extra="不填时以首次上架的日期为准"
          getValueProps={(value: string) => ({ value: value ? dayjs(value) : null })}
          normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? ''}
        >
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="isFree"
          label="全书免费"
          valuePropName="checked"
          getValueProps={(value: string) => ({ checked: value === '1' })}
          normalize={(on: boolean) => (on ? '1' : '0')}
        >
          <Switch checkedChildren="免费" unCheckedChildren="付费" />
        </Form.Item>
        <Form.Item
          name="trialChapters"
          label="试读章数"
          rules={[ruleOf(shape.trialChapters)]}
          extra={book ? `全书 ${book.chapterCount} 章，从第一章算起` : ''}
        >
          <InputNumber min={0} max={book?.chapterCount ?? 5000} precision={0} style={{ width: '100%' }} disabled={free} />
        </Form.Item>
        <Form.Item name="listPriceFen" label="定价" rules={[ruleOf(shape.listPriceFen)]}>
          <MoneyInput disabled={free} />
        </Form.Item>
        <Form.Item name="salePriceFen" label="售价" rules={[ruleOf(shape.salePriceFen)]} extra="不能高于定价">
          <MoneyInput disabled={free} />
        </Form.Item>
        <Form.Item name="brief" label="一句话推荐" rules={[ruleOf(shape.brief)]} style={{ gridColumn: '1 / -1' }}>
          <Input maxLength={60} showCount placeholder="让读者想翻开它的一句话" />
        </Form.Item>
        <Form.Item
          name="intro"
          label="内容简介"
          rules={[ruleOf(shape.intro)]}
          style={{ gridColumn: '1 / -1' }}
          extra="可用段落、加粗、列表等简单标记；脚本和样式会被去掉"
        >
          <Input.TextArea rows={5} maxLength={20_000} showCount />
        </Form.Item>
        <Form.Item name="authorIntro" label="作者简介" rules={[ruleOf(shape.authorIntro)]} style={{ gridColumn: '1 / -1' }}>
          <Input.TextArea rows={3} maxLength={2000} showCount />
        </Form.Item>
        <Form.Item name="tags" label="标签" rules={[ruleOf(shape.tags)]} extra="最多8个，回车确认">
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['，', ',', ' ']} />
        </Form.Item>
        <OwnFields entityType="publication" />
        <Form.Item name="drawing" label="绘制封面的图案">
          <Select options={drawings} />
        </Form.Item>
        <Form.Item
          name="recommend"
          label="编辑推荐"
          valuePropName="checked"
          getValueProps={(value: string) => ({ checked: value === '1' })}
          normalize={(on: boolean) => (on ? '1' : '0')}
        >
          <Switch checkedChildren="推荐" unCheckedChildren="不推荐" />
        </Form.Item>
        <Form.Item
          name="downloadable"
          label="允许存到本机"
          valuePropName="checked"
          getValueProps={(value: string) => ({ checked: value === '1' })}
          normalize={(on: boolean) => (on ? '1' : '0')}
        >
          <Switch checkedChildren="允许" unCheckedChildren="仅在线" />
        </Form.Item>
      </Form>
    </Drawer>
  );
}

import { useQuery } from '@tanstack/react-query';
import { DatePicker, Form, Input, InputNumber, Select, Switch, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { type Publication, publicationDraft } from '../../../contract/catalog/publication.ts';
import { WORK_FIELDS } from '../../../contract/catalog/publication-fields.ts';
import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import { queryOf } from '../../api/query-client.ts';
import { MoneyInput } from '../crud/field/money-input.tsx';
import { ruleOf } from '../crud/schema-rules.ts';
import { NameInput } from '../ui/name.tsx';
import { OwnFields } from './program-values.tsx';
import { useCategoryOptions } from './category-options.ts';

const { shape } = publicationDraft;

function useEntries(type: string): { value: string; label: string }[] {
  const { data = [] } = useQuery(queryOf(entriesOfType, { params: { type } }));
  return data.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
}

/** The known languages, and the language of the book's file. */
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

/** A switch for a yes/no value, which is 1 or 0 on the wire. */
function Flag({ name, label, on, off }: { name: keyof typeof shape; label: string; on: string; off: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      valuePropName="checked"
      getValueProps={(value: string) => ({ checked: value === '1' })}
      normalize={(yes: boolean) => (yes ? '1' : '0')}
    >
      <Switch checkedChildren={on} unCheckedChildren={off} />
    </Form.Item>
  );
}

/** The editable fields of a work, for the form that saves them. */
export function PublicationFields({ book }: { book: Publication | undefined }) {
  const free = Form.useWatch('isFree') === '1';
  const categories = useCategoryOptions();
  const languages = useEntries('publish_publication_language');
  const drawings = useEntries('publish_publication_drawing');
  return (
    <>
      <Form.Item name="title" label={WORK_FIELDS.title.label} required rules={[ruleOf(shape.title)]}>
        <NameInput maxLength={120} />
      </Form.Item>
      <Form.Item name="subtitle" label={WORK_FIELDS.subtitle.label} rules={[ruleOf(shape.subtitle)]}>
        <NameInput maxLength={120} />
      </Form.Item>
      <Form.Item name="authorsText" label={WORK_FIELDS.authorsText.label} required rules={[ruleOf(shape.authorsText)]}>
        <NameInput maxLength={200} />
      </Form.Item>
      <Form.Item name="translator" label={WORK_FIELDS.translator.label} rules={[ruleOf(shape.translator)]}>
        <NameInput maxLength={100} />
      </Form.Item>
      <Form.Item name="archiveTypeId" label={WORK_FIELDS.archiveTypeId.label} rules={[ruleOf(shape.archiveTypeId)]}>
        <TreeSelect treeData={categories} treeDefaultExpandAll allowClear placeholder="请选择分类" />
      </Form.Item>
      {/* As it is copied from a page of the book; what is too long is said, and never cut. */}
      <Form.Item
        name="isbn"
        label={`${WORK_FIELDS.isbn.label}（ISBN）`}
        rules={[ruleOf(shape.isbn)]}
        extra="可不填；保存时会校验"
        normalize={(text: string) => text.replace(/^\s*ISBN[\s:：]*/i, '')}
      >
        <Input className="code" placeholder="978-7-…" />
      </Form.Item>
      <Form.Item name="language" label={WORK_FIELDS.language.label}>
        <Select options={languagesWith(languages, book?.language)} />
      </Form.Item>
      <Form.Item
        name="publishDate"
        label={WORK_FIELDS.publishDate.label}
        extra="不填时以首次上架的日期为准"
        getValueProps={(value: string) => ({ value: value ? dayjs(value) : null })}
        normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? ''}
      >
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
      <Flag name="isFree" label={WORK_FIELDS.isFree.label} on="免费" off="付费" />
      <Form.Item
        name="trialChapters"
        label={WORK_FIELDS.trialChapters.label}
        rules={[ruleOf(shape.trialChapters)]}
        extra={book ? `全书 ${book.chapterCount} 章，从第一章算起` : ''}
      >
        <InputNumber min={0} max={book?.chapterCount ?? 5000} precision={0} style={{ width: '100%' }} disabled={free} />
      </Form.Item>
      <Form.Item name="listPriceFen" label={WORK_FIELDS.listPriceFen.label} rules={[ruleOf(shape.listPriceFen)]}>
        <MoneyInput disabled={free} />
      </Form.Item>
      <Form.Item
        name="salePriceFen"
        label={WORK_FIELDS.salePriceFen.label}
        rules={[ruleOf(shape.salePriceFen)]}
        extra={book && book.status !== 'draft' && book.status !== 'rejected' ? '不能高于定价；上架后改价要由另一位作品管理员确认' : '不能高于定价'}
      >
        <MoneyInput disabled={free} />
      </Form.Item>
      <Form.Item name="brief" label={WORK_FIELDS.brief.label} rules={[ruleOf(shape.brief)]} style={{ gridColumn: '1 / -1' }}>
        <Input maxLength={60} showCount placeholder="让读者想翻开它的一句话" />
      </Form.Item>
      <Form.Item
        name="intro"
        label={WORK_FIELDS.intro.label}
        rules={[ruleOf(shape.intro)]}
        style={{ gridColumn: '1 / -1' }}
        extra="可用段落、加粗、列表等简单标记；脚本和样式会被去掉"
      >
        <Input.TextArea rows={5} maxLength={20_000} showCount />
      </Form.Item>
      <Form.Item name="authorIntro" label={WORK_FIELDS.authorIntro.label} rules={[ruleOf(shape.authorIntro)]} style={{ gridColumn: '1 / -1' }}>
        <Input.TextArea rows={3} maxLength={2000} showCount />
      </Form.Item>
      <Form.Item name="tags" label={WORK_FIELDS.tags.label} rules={[ruleOf(shape.tags)]} extra="最多8个，回车确认">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['、', '，', ',', '；', ';', ' ']} />
      </Form.Item>
      <OwnFields entityType="publication" />
      <Form.Item name="drawing" label={WORK_FIELDS.drawing.label}>
        <Select options={drawings} />
      </Form.Item>
      <Flag name="recommend" label={WORK_FIELDS.recommend.label} on="推荐" off="不推荐" />
      <Flag name="downloadable" label={WORK_FIELDS.downloadable.label} on="允许" off="仅在线" />
    </>
  );
}

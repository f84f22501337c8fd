import { useQuery } from '@tanstack/react-query';
import { DatePicker, Form, Input, InputNumber, Select, Switch, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { type Publication, publicationDraft } from '../../../contract/catalog/publication.ts';
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
      <Form.Item name="title" label="书名" required rules={[ruleOf(shape.title)]}>
        <NameInput maxLength={120} />
      </Form.Item>
      <Form.Item name="subtitle" label="副书名" rules={[ruleOf(shape.subtitle)]}>
        <NameInput maxLength={120} />
      </Form.Item>
      <Form.Item name="authorsText" label="作者" required rules={[ruleOf(shape.authorsText)]}>
        <NameInput maxLength={200} />
      </Form.Item>
      <Form.Item name="translator" label="译者" rules={[ruleOf(shape.translator)]}>
        <NameInput maxLength={100} />
      </Form.Item>
      <Form.Item name="archiveTypeId" label="分类" rules={[ruleOf(shape.archiveTypeId)]}>
        <TreeSelect treeData={categories} treeDefaultExpandAll allowClear placeholder="请选择分类" />
      </Form.Item>
      {/* As it is copied from a page of the book; what is too long is said, and never cut. */}
      <Form.Item
        name="isbn"
        label="书号（ISBN）"
        rules={[ruleOf(shape.isbn)]}
        extra="可不填；保存时会校验"
        normalize={(text: string) => text.replace(/^\s*ISBN[\s:：]*/i, '')}
      >
        <Input className="code" placeholder="978-7-…" />
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
      <Flag name="isFree" label="全书免费" on="免费" off="付费" />
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
      <Form.Item
        name="salePriceFen"
        label="售价"
        rules={[ruleOf(shape.salePriceFen)]}
        extra={book && book.status !== 'draft' && book.status !== 'rejected' ? '不能高于定价；上架后改价要由另一位作品管理员确认' : '不能高于定价'}
      >
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
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['、', '，', ',', '；', ';', ' ']} />
      </Form.Item>
      <OwnFields entityType="publication" />
      <Form.Item name="drawing" label="绘制封面的图案">
        <Select options={drawings} />
      </Form.Item>
      <Flag name="recommend" label="编辑推荐" on="推荐" off="不推荐" />
      <Flag name="downloadable" label="允许存到本机" on="允许" off="仅在线" />
    </>
  );
}

import { Form, Input, Select } from 'antd';
import { useDict } from '../../crud/field/dict-tag.tsx';

interface Props {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly category: string;
  readonly onCategory: (category: string) => void;
  readonly formId: number | null;
  readonly onForm: (formId: number | null) => void;
  readonly forms: { value: number; label: string }[];
}

/** The settings of the process itself: its name, its category and the form that starts it. */
export function ProcessPanel({ name, onName, category, onCategory, formId, onForm, forms }: Props) {
  const categories = useDict('sys_process_category');
  return (
    <Form layout="vertical" component="div" className="modeller-form">
      <Form.Item label="流程名称" htmlFor="flow-name">
        <Input id="flow-name" maxLength={50} value={name} onChange={(event) => onName(event.target.value)} />
      </Form.Item>
      <Form.Item label="流程分类" htmlFor="flow-category">
        <Select
          id="flow-category"
          allowClear
          placeholder="没有分类"
          value={category || null}
          options={categories.map(({ value, label }) => ({ value, label }))}
          onChange={(next: string | null | undefined) => onCategory(next ?? '')}
        />
      </Form.Item>
      <Form.Item label="发起时填的表单" htmlFor="flow-form" extra="发布时按现在的内容固定下来，以后改表单不影响这一版">
        <Select
          id="flow-form"
          allowClear
          placeholder="没有表单"
          value={formId}
          options={forms}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next: number | undefined) => onForm(next ?? null)}
        />
      </Form.Item>
    </Form>
  );
}

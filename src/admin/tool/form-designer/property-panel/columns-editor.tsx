import { Button, Input, InputNumber } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { FORM_LIMITS, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { useStore } from '../designer.store.ts';
import { largestId } from '../form-edit.ts';

function newColumn(formId: number, at: number): FormField {
  return {
    formId,
    renderKey: `${formId}${Date.now()}`,
    tag: 'el-table-column',
    tagIcon: '',
    layout: 'raw',
    label: `列${at}`,
    labelWidth: null,
    showLabel: true,
    changeTag: false,
    required: false,
    span: 24,
    regList: [],
    document: '',
    prop: `column${at}`,
  };
}

/** The columns of a table: title, key of the data, width. */
export function ColumnsEditor({ field }: { field: FormField }) {
  const store = useStore();
  const columns = field.children ?? [];
  const set = (next: readonly FormField[]): void => store.change(field.formId, 'children', (one) => ({ ...one, children: next }));
  const change = (at: number, part: Record<string, unknown>): void => set(columns.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const swap = (at: number, by: number): void => {
    const next = [...columns];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    set(next);
  };
  return (
    <div className="fd-options">
      {columns.map((column, at) => (
        <div className="fd-column" key={column.formId}>
          <Input
            size="small"
            aria-label={`第${at + 1}列的标题`}
            placeholder="标题"
            maxLength={FORM_LIMITS.label}
            value={column.label}
            onChange={(event) => change(at, { label: event.target.value })}
          />
          <Input
            size="small"
            className="code"
            aria-label={`第${at + 1}列的数据键`}
            placeholder="prop"
            maxLength={40}
            value={String(column['prop'] ?? '')}
            onChange={(event) => change(at, { prop: event.target.value.replaceAll(/[^\w.-]/g, '') })}
          />
          <InputNumber
            size="small"
            aria-label={`第${at + 1}列的宽度`}
            placeholder="宽"
            min={30}
            max={1000}
            value={Number(column['width']) || null}
            onChange={(width) => change(at, { width: width ?? undefined })}
          />
          <span className="fd-option-move">
            <button type="button" disabled={at === 0} aria-label={`第${at + 1}列上移`} onClick={() => swap(at, -1)}>
              <UpOutlined aria-hidden />
            </button>
            <button type="button" disabled={at === columns.length - 1} aria-label={`第${at + 1}列下移`} onClick={() => swap(at, 1)}>
              <DownOutlined aria-hidden />
            </button>
          </span>
          <Button
            size="small"
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除第${at + 1}列`}
            onClick={() => set(columns.filter((one) => one !== column))}
          />
        </div>
      ))}
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => set([...columns, newColumn(Math.max(store.state.counter, largestId(store.state.form.fields)) + 1, columns.length + 1)])}
      >
        添加列
      </Button>
    </div>
  );
}

import { Alert, Button, Divider, Table } from 'antd';
import type { FormField } from '../../../contract/workflow/form-content.ts';
import { useFieldOptions } from '../../form-renderer/use-filled-form.ts';
import { Retry } from './choice-controls.tsx';
import { flagAttribute, textAttribute } from './control-props.ts';

const ALERTS = ['success', 'info', 'warning', 'error'] as const;

export const TextPart = ({ field }: { field: FormField }) => (
  <Alert
    showIcon
    type={ALERTS.find((one) => one === field['type']) ?? 'info'}
    title={textAttribute(field, 'title')}
    description={textAttribute(field, 'description') || undefined}
    closable={flagAttribute(field, 'closable')}
  />
);

export const DividerPart = ({ field }: { field: FormField }) => <Divider>{field.shuzhou?.text}</Divider>;

/** A button of the designer does nothing while the form is filled in. */
export function ButtonPart({ field }: { field: FormField }) {
  const type = textAttribute(field, 'type');
  return (
    <Button
      type={type === 'primary' ? 'primary' : type === 'text' ? 'text' : 'default'}
      danger={type === 'danger'}
      {...(flagAttribute(field, 'circle') ? { shape: 'circle' as const } : flagAttribute(field, 'round') ? { shape: 'round' as const } : {})}
      disabled={flagAttribute(field, 'disabled')}
    >
      {textAttribute(field, 'default')}
    </Button>
  );
}

const PAGE = 10;

export function TablePart({ field }: { field: FormField }) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed') return <Retry onClick={retry} />;
  const rows = options.state === 'ready' ? options.rows : [];
  return (
    <Table
      size="small"
      bordered={flagAttribute(field, 'border')}
      loading={options.state === 'loading'}
      dataSource={rows.map((row, at) => ({ ...row, ':row': at }))}
      rowKey=":row"
      columns={(field.children ?? []).map((column) => ({ key: column.formId, title: column.label, dataIndex: textAttribute(column, 'prop') }))}
      pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
    />
  );
}

export const UnknownPart = ({ field }: { field: FormField }) => <span className="soft">未知组件 {field.tag || field.tagIcon}，不能填写</span>;

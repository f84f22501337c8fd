import { Checkbox, Input, Select, Table } from 'antd';
import { GEN_COMPARES, GEN_CONTROLS, type GenColumn } from '../../../contract/tool/gen-table.ts';

const CONTROL_NAMES: Readonly<Record<(typeof GEN_CONTROLS)[number], string>> = {
  input: '文本框',
  textarea: '文本域',
  select: '下拉框',
  radio: '单选框',
  checkbox: '复选框',
  date: '日期',
  datetime: '日期时间',
  imageUpload: '图片上传',
  fileUpload: '文件上传',
  editor: '富文本',
};
const COMPARE_NAMES: Readonly<Record<(typeof GEN_COMPARES)[number], string>> = {
  EQ: '等于',
  NE: '不等于',
  GT: '大于',
  GTE: '大于等于',
  LT: '小于',
  LTE: '小于等于',
  LIKE: '包含',
  BETWEEN: '介于',
};
const FLAGS = [
  ['isInsert', '新增'],
  ['isEdit', '编辑'],
  ['isList', '列表'],
  ['isQuery', '查询'],
  ['isRequired', '必填'],
] as const;

interface Props {
  readonly columns: readonly GenColumn[];
  readonly onChange: (columns: readonly GenColumn[]) => void;
}

/** Screen settings of each column. */
export function GenColumns({ columns, onChange }: Props) {
  const change = (columnId: number, more: Partial<GenColumn>): void =>
    onChange(columns.map((one) => (one.columnId === columnId ? { ...one, ...more } : one)));
  return (
    <Table<GenColumn>
      rowKey="columnId"
      size="small"
      dataSource={[...columns]}
      pagination={false}
      scroll={{ x: 1320 }}
      columns={[
        { title: '字段', dataIndex: 'columnName', width: 150, fixed: 'left', render: (name: string) => <span className="code">{name}</span> },
        { title: '类型', dataIndex: 'columnType', width: 110, render: (type: string) => <span className="code soft">{type}</span> },
        {
          title: '名称',
          width: 150,
          render: (_value, row) => (
            <Input
              aria-label={`${row.columnName}的名称`}
              size="small"
              maxLength={200}
              value={row.columnComment}
              onChange={(event) => change(row.columnId, { columnComment: event.target.value })}
            />
          ),
        },
        {
          title: '程序里的名称',
          width: 150,
          render: (_value, row) => (
            <Input
              aria-label={`${row.columnName}在程序里的名称`}
              size="small"
              className="code"
              maxLength={60}
              disabled={row.isPk === '1'}
              value={row.javaField}
              onChange={(event) => change(row.columnId, { javaField: event.target.value })}
            />
          ),
        },
        ...FLAGS.map(([flag, label]) => ({
          title: label,
          width: 64,
          align: 'center' as const,
          render: (_value: unknown, row: GenColumn) => (
            <Checkbox
              aria-label={`${row.columnName}：${label}`}
              checked={row[flag] === '1'}
              disabled={row.isPk === '1'}
              onChange={(event) => change(row.columnId, { [flag]: event.target.checked ? '1' : '0' })}
            />
          ),
        })),
        {
          title: '查询方式',
          width: 120,
          render: (_value, row) => (
            <Select
              aria-label={`${row.columnName}的查询方式`}
              size="small"
              style={{ width: '100%' }}
              disabled={row.isQuery !== '1'}
              value={row.queryType}
              onChange={(queryType) => change(row.columnId, { queryType })}
              options={GEN_COMPARES.map((value) => ({ value, label: COMPARE_NAMES[value] }))}
            />
          ),
        },
        {
          title: '显示类型',
          width: 130,
          render: (_value, row) => (
            <Select
              aria-label={`${row.columnName}的显示类型`}
              size="small"
              style={{ width: '100%' }}
              disabled={row.isPk === '1'}
              value={row.htmlType}
              onChange={(htmlType) => change(row.columnId, { htmlType })}
              options={GEN_CONTROLS.map((value) => ({ value, label: CONTROL_NAMES[value] }))}
            />
          ),
        },
        {
          title: '字典类型',
          width: 180,
          render: (_value, row) => (
            <Input
              aria-label={`${row.columnName}的字典类型`}
              size="small"
              className="code"
              maxLength={100}
              disabled={row.isPk === '1'}
              value={row.dictType}
              onChange={(event) => change(row.columnId, { dictType: event.target.value })}
            />
          ),
        },
      ]}
    />
  );
}

import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { FIELD_COMPONENTS } from '../../../contract/catalog/program-field.ts';
import { contestBoard } from '../../../contract/contest/contest.ts';
import { contestField } from '../../../contract/contest/contest-field.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';

const COMPONENT_NAMES: Readonly<Record<(typeof FIELD_COMPONENTS)[number], string>> = {
  input: '单行文字',
  textarea: '多行文字',
  number: '数字',
  select: '从选项中选',
  date: '日期',
};

/** The custom fields of a contest, which its entry form shows after the built-in ones. */
export function FieldPanel({ contestId }: { contestId: number }) {
  const client = useQueryClient();
  const fields = useMemo(
    () =>
      resource(contestField, {
        columns: ['label', 'component', 'required', 'identifying', 'orderNum', 'status'],
        form: ['label', 'component', 'options', 'required', 'least', 'most', 'identifying', 'orderNum', 'status'],
        detail: [],
        empty: '没有另设字段，报名表只问作品名、介绍、团队和文件。',
        widths: { label: 140, component: 180, required: 80, identifying: 110, orderNum: 90, status: 80 },
        cell: {
          component: (row) => (row.component === 'select' ? `${COMPONENT_NAMES.select}：${row.options.join('、')}` : COMPONENT_NAMES[row.component]),
          identifying: (row) => (row.identifying === '1' ? '评委看不到' : '评委可见'),
        },
        control: {
          component: ({ id, value, onChange, disabled }) => (
            <Select
              {...(id ? { id } : {})}
              value={value as string}
              disabled={disabled ?? false}
              options={FIELD_COMPONENTS.map((one) => ({ value: one, label: COMPONENT_NAMES[one] }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
        },
        shows: {
          options: ({ component }) => component === 'select',
          least: ({ component }) => component === 'number',
          most: ({ component }) => component === 'number' || component === 'input' || component === 'textarea',
        },
        lost: () => '已有作品填写的字段不能删除，请改为停用；已填的内容会保留在作品详情和导出的表里。',
        written: () => {
          for (const one of [contestField.list, contestBoard]) void client.invalidateQueries(allOf(one));
        },
      }),
    [client],
  );
  return (
    <ResourcePage
      part="field-"
      resource={fields}
      fixed={{ contestId }}
      given={{ contestId }}
      heading={<h2 className="contest-heading">报名表的字段</h2>}
    />
  );
}

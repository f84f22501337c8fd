import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Select } from 'antd';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { listTodoViews, NEAR_DAYS, removeTodoView, saveTodoView, type TodoCount, type TodoView } from '../../../contract/inbox/todo.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs } from '../crud/use-resource.tsx';

export type ViewFilter = TodoView['filter'];
export const NO_FILTER: ViewFilter = { source: '', text: '', due: '', followUp: '', order: '' };

const CHOICES = [
  [
    'due',
    '期限',
    [
      ['late', '已逾期'],
      ['near', `${NEAR_DAYS} 天内到期`],
      ['none', '没有期限'],
    ],
  ],
  [
    'followUp',
    '跟进日期',
    [
      ['due', '今天或更早'],
      ['later', '今天以后'],
      ['none', '没有设置'],
    ],
  ],
  [
    'order',
    '排序',
    [
      ['newest', '最新的在前'],
      ['due', '先到期的在前'],
    ],
  ],
] as const;
const WAITED = [1, 3, 7, 15];
const ANY: Readonly<Record<'due' | 'followUp' | 'order', string>> = { due: '不限', followUp: '不限', order: '等得最久的在前' };

export const isSame = (one: ViewFilter, other: ViewFilter): boolean =>
  (['source', 'text', 'due', 'followUp', 'order', 'waitedDays'] as const).every((key) => (one[key] ?? '') === (other[key] ?? ''));

interface Props {
  readonly filter: ViewFilter;
  readonly counts: readonly TodoCount[];
  readonly onFilter: (filter: ViewFilter) => void;
}

/** Search, filters and the user's saved views of the to-do. */
export function TodoFilters({ filter, counts, onFilter }: Props) {
  const client = useQueryClient();
  const views = useQuery(queryOf(listTodoViews, {}));
  const { act } = useActs(() => client.invalidateQueries(allOf(listTodoViews)));
  const [open, setOpen] = useState(false);
  const [naming, setNaming] = useState(false);
  const kept = views.data ?? [];
  const shown = kept.find((view) => isSame(view.filter, filter));
  const isAll = isSame(filter, NO_FILTER);
  const set = (change: Partial<ViewFilter>) => onFilter({ ...filter, ...change });
  return (
    <div className="todo-filters">
      <div className="todo-search">
        <Input.Search
          key={filter.text}
          aria-label="标题或发起人"
          placeholder="按标题或发起人找"
          allowClear
          defaultValue={filter.text}
          onSearch={(text) => set({ text: text.trim() })}
        />
        <Button icon={<FilterOutlined />} aria-expanded={open} type={isAll || shown ? 'default' : 'primary'} onClick={() => setOpen(!open)}>
          筛选
        </Button>
      </div>
      <fieldset className="todo-views" aria-label="视图">
        <ViewButton name="全部" pressed={isAll} onPress={() => onFilter(NO_FILTER)} />
        {kept.map((view) => (
          <ViewButton key={view.viewId} name={view.name} pressed={view === shown} onPress={() => onFilter({ ...NO_FILTER, ...view.filter })} />
        ))}
      </fieldset>
      {open ? (
        <Form layout="vertical" component="div" className="todo-choices">
          <Form.Item label="来源" htmlFor="todo-source">
            <Select
              id="todo-source"
              mode="multiple"
              allowClear
              placeholder="全部"
              maxTagCount="responsive"
              value={filter.source ? filter.source.split(',') : []}
              options={counts.map(({ key, label, count }) => ({ value: key, label: `${label} ${count}` }))}
              onChange={(keys: string[]) => set({ source: keys.join() })}
            />
          </Form.Item>
          {CHOICES.map(([key, label, options]) => (
            <Form.Item key={key} label={label} htmlFor={`todo-${key}`}>
              <Select
                id={`todo-${key}`}
                value={filter[key]}
                options={[{ value: '', label: ANY[key] }, ...options.map(([value, text]) => ({ value: value as string, label: text as string }))]}
                onChange={(value: string) => set({ [key]: value })}
              />
            </Form.Item>
          ))}
          <Form.Item label="等了多久" htmlFor="todo-waited">
            <Select
              id="todo-waited"
              value={filter.waitedDays ?? 0}
              options={[{ value: 0, label: '不限' }, ...WAITED.map((days) => ({ value: days, label: `${days} 天以上` }))]}
              onChange={(days: number) => {
                const { waitedDays: _before, ...rest } = filter;
                onFilter(days === 0 ? rest : { ...rest, waitedDays: days });
              }}
            />
          </Form.Item>
          <div className="todo-choice-buttons">
            {shown ? (
              <Button danger type="text" onClick={() => void act(() => call(removeTodoView, { params: { viewId: shown.viewId } }), '视图已删除')}>
                删除视图「{shown.name}」
              </Button>
            ) : (
              <Button disabled={isAll} onClick={() => setNaming(true)}>
                保存为视图
              </Button>
            )}
            <Button type="text" disabled={isAll} onClick={() => onFilter(NO_FILTER)}>
              清空
            </Button>
          </div>
        </Form>
      ) : null}
      {naming ? (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={async (name) => {
            if (await act(() => call(saveTodoView, { body: { name, filter } }), '视图已保存')) setNaming(false);
          }}
        />
      ) : null}
    </div>
  );
}

const ViewButton = ({ name, pressed, onPress }: { name: string; pressed: boolean; onPress: () => void }) => (
  <Button size="small" shape="round" type={pressed ? 'primary' : 'default'} aria-pressed={pressed} onClick={onPress}>
    {name}
  </Button>
);

const NAME_MAX = 20;

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const trimmed = name.trim();
  return (
    <Modal
      open
      title="保存为视图"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: trimmed === '' }}
      onCancel={onClose}
      onOk={() => onName(trimmed)}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="名称" htmlFor="todo-view-name" extra="只有您自己看得到；与已有视图同名时会替换它。">
          <Input
            id="todo-view-name"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of a dialog that the user opened
            autoFocus
            maxLength={NAME_MAX}
            showCount
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => (trimmed === '' ? undefined : void onName(trimmed))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

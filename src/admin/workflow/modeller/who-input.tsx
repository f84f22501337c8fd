import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { deptTree } from '../../../../contract/system/dept.ts';
import { postOptions } from '../../../../contract/system/post.ts';
import { roleOptions } from '../../../../contract/system/role.ts';
import { findPeople } from '../../../../contract/structure/person.ts';
import { flowExpression } from '../../../../contract/workflow/flow-expression.ts';
import type { NodeWho } from '../../../../contract/workflow/node-settings.ts';
import { queryOf } from '../../../api/query-client.ts';
import { useState } from 'react';

type Kind = NodeWho['kind'];

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'person', label: '指定人员' },
  { value: 'role', label: '角色' },
  { value: 'post', label: '岗位' },
  { value: 'deptHead', label: '部门负责人' },
  { value: 'starter', label: '发起人' },
  { value: 'starterHead', label: '发起人的部门负责人' },
  { value: 'expression', label: '表达式' },
  { value: 'chosenByStarter', label: '发起人选择' },
  { value: 'chosenByPrevious', label: '上一步办理人选择' },
];

interface Props {
  readonly value: NodeWho | null;
  readonly onChange: (who: NodeWho | null) => void;
  /** Accessible name of the control. */
  readonly label: string;
  /** May be left empty. */
  readonly optional?: boolean;
}

const empty = (kind: Kind): NodeWho =>
  (kind === 'person' || kind === 'role' || kind === 'post' || kind === 'deptHead'
    ? { kind, ids: [] }
    : kind === 'expression'
      ? { kind, expression: '' }
      : { kind }) as NodeWho;

/** Selects who gets a task: a kind, and the people, roles, posts or departments of that kind. */
export function WhoInput({ value, onChange, label, optional = false }: Props) {
  return (
    <>
      <Select
        aria-label={`${label}的类型`}
        value={value?.kind ?? null}
        placeholder={optional ? '不抄送' : '请选择'}
        allowClear={optional}
        options={[...KINDS]}
        onChange={(kind: Kind | undefined) => onChange(kind ? empty(kind) : null)}
        style={{ width: '100%', marginBottom: 8 }}
      />
      {value ? <Members value={value} onChange={onChange} label={label} /> : null}
    </>
  );
}

function Members({ value, onChange, label }: { value: NodeWho; onChange: (who: NodeWho) => void; label: string }) {
  switch (value.kind) {
    case 'person':
      return <People ids={value.ids} label={label} onChange={(ids) => onChange({ kind: 'person', ids })} />;
    case 'role':
      return <Roles ids={value.ids} label={label} onChange={(ids) => onChange({ kind: 'role', ids })} />;
    case 'post':
      return <Posts ids={value.ids} label={label} onChange={(ids) => onChange({ kind: 'post', ids })} />;
    case 'deptHead':
      return <Depts ids={value.ids} label={label} onChange={(ids) => onChange({ kind: 'deptHead', ids })} />;
    case 'expression':
      return <Expressions expression={value.expression} label={label} onChange={(expression) => onChange({ kind: 'expression', expression })} />;
    default:
      return null;
  }
}

interface Many {
  readonly ids: readonly number[];
  readonly label: string;
  readonly onChange: (ids: number[]) => void;
}

const FULL = { width: '100%' };

function Choice({ ids, label, onChange, options }: Many & { options: { value: number; label: string }[] }) {
  return (
    <Select
      mode="multiple"
      aria-label={label}
      value={[...ids]}
      options={options}
      style={FULL}
      status={ids.length === 0 ? 'error' : ''}
      placeholder="请选择"
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  );
}

function People({ ids, label, onChange }: Many) {
  const [keyword, setKeyword] = useState('');
  const chosen = ids.length > 0 ? { userIds: ids.join(',') } : {};
  const found = useQuery({ ...queryOf(findPeople, { query: { keyword, ...chosen } }), placeholderData: (before) => before });
  return (
    <Select
      mode="multiple"
      aria-label={label}
      value={[...ids]}
      style={FULL}
      status={ids.length === 0 ? 'error' : ''}
      placeholder="输入姓名或登录名查找"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data ?? []).map((one) => ({ value: one.userId, label: `${one.nickName}（${one.userName}）` }))}
      notFoundContent={found.isFetching ? '正在查找…' : '没有找到这个人'}
      onChange={onChange}
    />
  );
}

function Roles(props: Many) {
  const { data = [] } = useQuery(queryOf(roleOptions, {}));
  return <Choice {...props} options={data.map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))} />;
}

function Posts(props: Many) {
  const { data = [] } = useQuery(queryOf(postOptions, {}));
  return <Choice {...props} options={data.map(({ postId, postName }) => ({ value: postId, label: postName }))} />;
}

function Depts({ ids, label, onChange }: Many) {
  const { data = [] } = useQuery(queryOf(deptTree, {}));
  return (
    <TreeSelect
      multiple
      aria-label={label}
      value={[...ids]}
      treeData={data}
      fieldNames={{ label: 'label', value: 'id', children: 'children' }}
      style={FULL}
      status={ids.length === 0 ? 'error' : ''}
      placeholder="请选择部门"
      onChange={(next: number[]) => onChange(next)}
    />
  );
}

const MOST = 100;

function Expressions({ expression, label, onChange }: { expression: string; label: string; onChange: (expression: string) => void }) {
  const { data } = useQuery(queryOf(flowExpression.list, { query: { pageSize: MOST } }));
  return (
    <Select
      aria-label={label}
      value={expression || null}
      style={FULL}
      status={expression ? '' : 'error'}
      placeholder="请选择表达式"
      options={(data?.rows ?? []).map((row) => ({ value: row.expression, label: `${row.name} ${row.expression}` }))}
      onChange={(next: string | null) => onChange(next ?? '')}
    />
  );
}

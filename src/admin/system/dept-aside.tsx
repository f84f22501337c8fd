import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Skeleton, Tree, TreeSelect } from 'antd';
import type { TreeNode } from '../../../contract/system/tree.ts';
import { userDeptTree } from '../../../contract/system/user.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { choicesOf } from './tree-choice.tsx';

interface Branch {
  readonly key: number;
  readonly title: string;
  readonly children?: Branch[];
}

/** Returns the nodes whose name contains the text, with their ancestors. */
const found = (nodes: readonly TreeNode[], text: string): Branch[] =>
  nodes.flatMap(({ id, label, children = [] }) => {
    const below = found(children, text);
    return below.length > 0 || label.includes(text) ? [{ key: id, title: label, ...(below.length > 0 ? { children: below } : {}) }] : [];
  });
const keysOf = (nodes: readonly Branch[]): number[] => nodes.flatMap((node) => [node.key, ...keysOf(node.children ?? [])]);

/** Departments at the left of a list: selecting one filters the list to it and the departments below. On a phone it is a select field. */
export function DeptAside({ chosen, onChoose }: { chosen: number | null; onChoose: (deptId: number | null) => void }) {
  const narrow = useNarrow();
  const [text, setText] = useState('');
  const tree = useQuery(queryOf(userDeptTree, {}));
  const branches = useMemo(() => found(tree.data ?? [], text.trim()), [tree.data, text]);
  if (narrow)
    return (
      <TreeSelect<number | null>
        aria-label="部门"
        placeholder="全部部门"
        allowClear
        treeDefaultExpandAll
        treeData={choicesOf(tree.data ?? [])}
        value={chosen}
        onChange={(id) => onChoose(id ?? null)}
        style={{ width: '100%' }}
      />
    );
  return (
    <aside className="admin-card" aria-label="部门" style={{ padding: 12 }}>
      <Input.Search
        aria-label="查找部门"
        placeholder="查找部门"
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
        style={{ marginBottom: 8 }}
      />
      <Button type={chosen === null ? 'link' : 'text'} size="small" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        全部部门
      </Button>
      {tree.isPending ? <Skeleton active /> : null}
      {tree.isError ? <Button onClick={() => void tree.refetch()}>{errorMessage(tree.error)}，重试</Button> : null}
      {tree.data && branches.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text ? '没有这个部门' : '还没有部门，可在「部门管理」新增'} />
      ) : null}
      {branches.length > 0 ? (
        <Tree
          key={`${text}${branches.length}`}
          blockNode
          defaultExpandedKeys={keysOf(branches)}
          treeData={branches}
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelect={(keys) => onChoose((keys[0] as number | undefined) ?? null)}
        />
      ) : null}
    </aside>
  );
}

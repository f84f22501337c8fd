import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Skeleton, Tree } from 'antd';
import type { TreeNode } from '../../../contract/system/tree.ts';
import { errorMessage } from '../ui/error-message.ts';
import { allOf, isLinkable, linesOf, shownKeys } from './tree-ticks.ts';

type Question = { readonly queryKey: readonly unknown[]; readonly queryFn: (context: { signal: AbortSignal }) => Promise<TreeNode[]> };

interface Props {
  readonly label: string;
  readonly question: Question;
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  /** Parents and children check each other; off when a role has only some children of a checked parent. */
  readonly linked: boolean;
  readonly onLinked: (linked: boolean) => void;
  /** Checking a child also checks its ancestors. */
  readonly needsFathers?: boolean;
}

interface Branch {
  readonly key: number;
  readonly title: string;
  readonly children?: Branch[];
}
const branch = ({ id, label, disabled, children }: TreeNode): Branch => ({
  key: id,
  title: disabled ? `${label}（停用）` : label,
  ...(children ? { children: children.map(branch) } : {}),
});

/** A tree with check boxes: menus of a role, departments of a data scope. */
export function TickTree({ label, question, value, onChange, linked: wanted, onLinked, needsFathers = false }: Props) {
  const tree = useQuery(question);
  const nodes = useMemo(() => tree.data ?? [], [tree.data]);
  const branches = useMemo(() => nodes.map(branch), [nodes]);
  const everything = useMemo(() => allOf(nodes), [nodes]);
  const fathers = useMemo(() => linesOf(nodes), [nodes]);
  const [open, setOpen] = useState<readonly number[]>([]);
  const linked = wanted && isLinkable(nodes, value);
  if (tree.isPending) return <Skeleton active />;
  if (tree.isError) return <Button onClick={() => void tree.refetch()}>{errorMessage(tree.error)}，重试</Button>;
  const tick = (checked: number[], half: number[]) => {
    if (linked) return onChange([...checked, ...half]);
    if (!needsFathers) return onChange(checked);
    const added = checked.filter((id) => !value.includes(id));
    onChange([...new Set([...checked, ...added.flatMap((id) => fathers.get(id) ?? [])])]);
  };
  return (
    <div style={{ border: '1px solid var(--ant-color-border)', borderRadius: 6 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4, padding: '4px 8px', borderBottom: '1px solid var(--ant-color-border-secondary)' }}>
        <Checkbox checked={open.length > 0} onChange={() => setOpen(open.length > 0 ? [] : everything)}>
          展开
        </Checkbox>
        <Checkbox
          checked={everything.length > 0 && value.length >= everything.length}
          indeterminate={value.length > 0 && value.length < everything.length}
          onChange={(event) => onChange(event.target.checked ? [...everything] : [])}
        >
          全选
        </Checkbox>
        <Checkbox checked={linked} disabled={wanted && !linked} onChange={(event) => onLinked(event.target.checked)}>
          父子联动
        </Checkbox>
        <span className="soft" style={{ marginInlineStart: 'auto' }}>
          已选 {value.length} 项
        </span>
      </div>
      <div style={{ maxHeight: 320, overflow: 'auto', padding: 8 }}>
        <Tree
          aria-label={label}
          checkable
          selectable={false}
          checkStrictly={!linked}
          treeData={branches}
          expandedKeys={[...open]}
          onExpand={(keys) => setOpen(keys as number[])}
          checkedKeys={linked ? shownKeys(nodes, value) : [...value]}
          onCheck={(checked, info) =>
            Array.isArray(checked) ? tick(checked as number[], (info.halfCheckedKeys ?? []) as number[]) : tick(checked.checked as number[], [])
          }
        />
      </div>
    </div>
  );
}

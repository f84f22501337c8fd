import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import type { TreeNode } from '../../../contract/system/tree.ts';
import type { ControlProps } from '../crud/resource.ts';

interface Choice {
  readonly value: number;
  readonly title: string;
  readonly disabled: boolean;
  readonly children?: Choice[];
}

/** Returns a tree of choices in antd's format; `without` and its descendants are disabled. */
export const choicesOf = (nodes: readonly TreeNode[], without?: number, shut = false): Choice[] =>
  nodes.map(({ id, label, disabled, children }) => {
    const closed = shut || id === without;
    return {
      value: id,
      title: disabled ? `${label}（停用）` : label,
      disabled: closed,
      ...(children ? { children: choicesOf(children, without, closed) } : {}),
    };
  });

type Question = { readonly queryKey: readonly unknown[]; readonly queryFn: (context: { signal: AbortSignal }) => Promise<TreeNode[]> };

/** Selects one node of a tree. `root` is the label of the top node with id 0; without it an empty selection is null. */
export function TreeChoice({
  question,
  root,
  without,
  placeholder,
  id,
  value,
  onChange,
}: ControlProps & { question: Question; root?: string; without?: number; placeholder: string }) {
  const { data = [], isFetching } = useQuery(question);
  const nodes = choicesOf(data, without);
  return (
    <TreeSelect<unknown>
      {...(id ? { id } : {})}
      treeData={root ? [{ value: 0, title: root, disabled: false, children: nodes }] : nodes}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? (root ? 0 : null))}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      allowClear={!root}
      loading={isFetching}
      placeholder={placeholder}
      style={{ width: '100%' }}
    />
  );
}

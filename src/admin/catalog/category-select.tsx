import { TreeSelect } from 'antd';
import type { ControlProps } from '../crud/resource.ts';
import { useCategoryOptions } from './category-options.ts';

/** Selects a category of works from the tree. */
export function CategorySelect({ id, value, onChange, disabled = false }: ControlProps) {
  const categories = useCategoryOptions();
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      value={value ?? null}
      treeData={categories}
      treeDefaultExpandAll
      allowClear
      disabled={disabled}
      placeholder="全部分类"
      onChange={(next: unknown) => onChange?.(next ?? null)}
    />
  );
}

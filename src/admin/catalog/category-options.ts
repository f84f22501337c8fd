import { useQuery } from '@tanstack/react-query';
import { categoryTree, type CategoryNode } from '../../../contract/catalog/category.ts';
import { queryOf } from '../../api/query-client.ts';

export interface CategoryOption {
  value: number;
  title: string;
  children: CategoryOption[];
}
const optionOf = (node: CategoryNode): CategoryOption => ({ value: node.archiveTypeId, title: node.typeName, children: node.children.map(optionOf) });

/** Returns the category tree in the format of antd's tree pickers. */
export function useCategoryOptions(): CategoryOption[] {
  const { data = [] } = useQuery(queryOf(categoryTree, {}));
  return data.map(optionOf);
}

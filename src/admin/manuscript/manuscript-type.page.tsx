import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { categoryTree } from '../../../contract/catalog/category.ts';
import { listManuscriptTypes, manuscriptType } from '../../../contract/manuscript/manuscript-type.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { CategorySelect } from '../catalog/category-select.tsx';
import { resource } from '../crud/resource.ts';
import { TreePage } from '../crud/tree-page.tsx';

/** #110: the tree of manuscript categories. */
export function ManuscriptTypePage() {
  const client = useQueryClient();
  const types = useMemo(
    () =>
      resource(manuscriptType, {
        columns: ['typeName', 'typeCode', 'kind', 'works', 'orderNum', 'status'],
        search: ['typeName', 'status'],
        form: ['parentId', 'typeName', 'typeCode', 'kind', 'orderNum', 'status'],
        empty: '暂无分类',
        widths: { typeCode: 120, kind: 100, works: 90, orderNum: 90, status: 90 },
        initial: { orderNum: 0, kind: 'book' },
        control: {
          parentId: ({ value, onChange, ...rest }) => (
            <CategorySelect {...rest} value={value === 0 ? null : value} onChange={(next) => onChange?.(next ?? 0)} />
          ),
        },
        lost: () => '分类删除后不能恢复；有下级分类或有作品的分类不能删除。',
        written: () => [categoryTree, listManuscriptTypes].forEach((one) => void client.invalidateQueries(allOf(one))),
      }),
    [client],
  );
  return <TreePage resource={types} question={queryOf(listManuscriptTypes, {})} parent="parentId" />;
}

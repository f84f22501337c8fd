import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export interface CategoryNode {
  archiveTypeId: number;
  typeName: string;
  typeCode: string;
  /** Number of listed works in this category and its subcategories. */
  count: number;
  children: CategoryNode[];
}

export const categoryNode: z.ZodType<CategoryNode> = z.object({
  archiveTypeId: z.number(),
  typeName: z.string(),
  typeCode: z.string(),
  count: z.number(),
  get children() {
    return z.array(categoryNode);
  },
});

export const categoryTree = endpoint('GET /cms/archiveType/queryTree', { summary: '分类树', access: 'public', data: z.array(categoryNode) });

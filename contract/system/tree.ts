import { z } from 'zod';
import { shownOther } from '../field.ts';

/** A node of a tree of choices. */
export interface TreeNode {
  id: number;
  label: string;
  disabled: boolean;
  children?: TreeNode[];
}

export const treeNode: z.ZodType<TreeNode> = z.object({
  id: z.number(),
  label: z.string(),
  disabled: z.boolean(),
  get children() {
    return z.array(treeNode).optional();
  },
}) as z.ZodType<TreeNode>;

const list = z
  .string('排序数据不能为空')
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, '排序数据不正确')
  .transform((text) => text.split(',').map(Number));

/** Two comma-separated lists of the same length: the row ids, and the order of each row. */
export const sortOrder = <const K extends string>(ids: K) =>
  z
    .object({ [ids]: list, orderNums: list } as { [N in K]: typeof list } & { orderNums: typeof list })
    .refine(
      (body) => (body as Record<string, number[]>)[ids]?.length === (body as Record<string, number[]>)['orderNums']?.length,
      '排序数据长度不一致',
    );

/** Tree lists are flat: `parentId` gives the structure, and this field is always empty, as compatible clients expect. */
export const flatChildren = shownOther('下级', z.array(z.never()));

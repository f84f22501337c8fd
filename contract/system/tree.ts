import { z } from 'zod';
import { shownOther } from '../field.ts';

/** What a tree of choices is made of. */
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
}) as unknown as z.ZodType<TreeNode>;

const list = z
  .string('排序数据不能为空')
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, '排序数据不正确')
  .transform((text) => text.split(',').map(Number));

/** Two comma texts of one length: the rows, and the place of each. */
export const sortOrder = <const K extends string>(ids: K) =>
  z
    .object({ [ids]: list, orderNums: list } as { [N in K]: typeof list } & { orderNums: typeof list })
    .refine(
      (body) => (body as Record<string, number[]>)[ids]?.length === (body as Record<string, number[]>)['orderNums']?.length,
      '排序数据长度不一致',
    );

/** Lists of trees are flat: who is below whom is in `parentId`, and this is empty, as clients of the family expect. */
export const flatChildren = shownOther('下级', z.array(z.never()));

import { z } from 'zod';

/** Search term of a list, trimmed and limited in length. */
export const searchTerm = (most: number) => z.string().trim().max(most, `查询条件不能超过${most}个字符`).optional();

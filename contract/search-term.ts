import { z } from 'zod';

/** Words a list is searched by, trimmed; at most so many characters. */
export const searchTerm = (most: number) => z.string().trim().max(most, `查询条件不能超过${most}个字符`).optional();

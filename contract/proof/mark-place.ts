import { z } from 'zod';

/** Where a mark is on a sheet of the proof: thousandths of the page (left, top, width, height); empty in the online text. */
export const place = z
  .string()
  .regex(/^(|\d{1,4},\d{1,4},\d{1,4},\d{1,4})$/, '位置不正确')
  .default('');

/** Characters before the quote, which find the right one among equal quotes. */
export const context = z.string().max(40, '上文过长').default('');

/** Side of the square that shows a point of a page, thousandths. */
export const POINT = 24;

import type { Look } from './look.ts';

/** A book's sizes for its boxes across the page do not apply in vertical text. */
const BOXES = 'body :is(div,p,section,li)';

/** For a book whose writing direction the user chose; drawings are not changed. */
export const WRITING_STYLE: Readonly<Record<Look['writing'], string>> = {
  book: '',
  horizontal: 'html,body{writing-mode:horizontal-tb!important}',
  vertical: `html,body{writing-mode:vertical-rl!important}:where(svg text){writing-mode:horizontal-tb}${BOXES}{width:auto!important;max-width:none!important}:where(h1,h2,h3):where(:lang(zh)){text-orientation:upright}`,
};

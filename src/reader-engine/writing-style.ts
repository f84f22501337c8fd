import type { Look } from './look.ts';

/** What a book says of the size of its boxes across the page is none along columns. */
const BOXES = 'body :is(div,p,section,li)';

/** For a book whose reader chose how it is written; a drawing is as it was drawn. */
export const WRITING_STYLE: Readonly<Record<Look['writing'], string>> = {
  book: '',
  horizontal: 'html,body{writing-mode:horizontal-tb!important}',
  vertical: `html,body{writing-mode:vertical-rl!important}:where(svg text){writing-mode:horizontal-tb}${BOXES}{width:auto!important;max-width:none!important}:where(h1,h2,h3):where(:lang(zh)){text-orientation:upright}`,
};

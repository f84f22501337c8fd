import type { Reader } from '../../reader-engine/open-book.ts';
import type { Opening } from './opening.ts';

/** What a sheet of the reader knows. */
export interface SheetProps {
  readonly opening: Opening;
  readonly limit: number;
  readonly reader: Reader;
}

import type { Reader } from '../../reader-engine/open-book.ts';
import type { Opening } from './session/opening.ts';

/** The props of a sheet of the reader. */
export interface SheetProps {
  readonly opening: Opening;
  readonly limit: number;
  readonly reader: Reader;
}

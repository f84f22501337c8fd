import { compositionMachine } from '../../../contract/composition/composition.machine.ts';
import { isbnMachine } from '../../../contract/composition/isbn.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const COMPOSITION_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['press_composition_status', '排版状态', statesOf(compositionMachine)],
  ['press_isbn_status', '书号状态', statesOf(isbnMachine)],
];

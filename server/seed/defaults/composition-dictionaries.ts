import { compositionMachine } from '../../../contract/composition/composition.machine.ts';
import { ISBN_STATE_NAMES } from '../../../contract/composition/isbn.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

const ISBN_COLOURS = { free: 'success', reserved: 'warning', used: 'primary', void: 'info' } as const;

export const COMPOSITION_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['press_composition_status', '排版状态', statesOf(compositionMachine)],
  [
    'press_isbn_status',
    '书号状态',
    (Object.keys(ISBN_STATE_NAMES) as (keyof typeof ISBN_STATE_NAMES)[]).map((state) => [state, ISBN_STATE_NAMES[state], ISBN_COLOURS[state]]),
  ],
];

import { MODE_NAMES } from '../../../contract/tutor/tutor-limits.ts';
import { tutorMachine } from '../../../contract/tutor/tutor.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const TUTOR_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['cms_tutor_status', '辅导状态', statesOf(tutorMachine)],
  ['cms_tutor_mode', '辅导方式', Object.entries(MODE_NAMES)],
];

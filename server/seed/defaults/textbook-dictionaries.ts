import { ANSWER_LANGUAGES } from '../../../contract/textbook/question-kind.ts';
import { TEXTBOOK_STAGES } from '../../../contract/catalog/textbook-stage.ts';
import { PLACED_KINDS } from '../../../contract/textbook/textbook-limits.ts';
import type { Entries } from './dictionary-entries.ts';

export const TEXTBOOK_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['textbook_stage', '教材学段', Object.entries(TEXTBOOK_STAGES)],
  ['textbook_placed_kind', '随文内容', Object.entries(PLACED_KINDS)],
  ['textbook_answer_language', '作答语言', Object.entries(ANSWER_LANGUAGES)],
];

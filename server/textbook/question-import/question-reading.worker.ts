import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { runIsolatedWork } from '../../files/run-isolated.ts';
import { readGift } from './gift.parser.ts';

export interface GiftOrder {
  readonly text: string;
  readonly language: AnswerLanguage;
}

runIsolatedWork<GiftOrder>(async ({ text, language }) => readGift(text, language));

import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { ClosingBlock } from '../identity/closing/closing-block.service.ts';
import { manuscriptsOfAuthor } from './manuscript.queries.ts';

/** States in which the press and the author have nothing left to do together. */
const ENDED: readonly ManuscriptState[] = manuscriptMachine.groups.ended;

/** Manuscripts of an author, also as a co-author, that are not at their end. */
export const openManuscripts: ClosingBlock = {
  label: '稿件',
  items: async (db, userId) =>
    (await manuscriptsOfAuthor(db, userId, ENDED)).map(
      ({ title, status }) => `《${title}》（${manuscriptMachine.states[status as ManuscriptState].label}）`,
    ),
};

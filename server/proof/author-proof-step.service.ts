import { authorProofMachine, type AuthorProofEvent, type AuthorProofState } from '../../contract/proof/author-proof.machine.ts';
import type { Tx } from '../db/database.ts';
import { AppError, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import { openAuthorProofsOf, type AuthorProofRow } from './proof-mark.queries.ts';

export const authorProofGone = (): AppError => missing('校样不存在或与您无关，请刷新后重试');
export const proofReturned = (): AppError => new AppError(authorProofMachine.illegal, '校样已交回，如还有改动请联系责任编辑');

export const proofEnded = (): AppError => new AppError(authorProofMachine.illegal, '校样阶段已经结束，不能再标改动；如还有改动请联系责任编辑');

export const stepAuthorProof = transition<AuthorProofState, AuthorProofEvent, AuthorProofRow>(authorProofMachine, {
  table: 'authorProof',
  stateOf: (row) => row.status,
  rejection: proofReturned,
  ownerOf: (row) => row.userId,
  notOwner: authorProofGone,
  on: { finish: { columns: ({ now }) => ({ doneAt: now }) } },
});

/** Cancels the author's proof when its manuscript goes back. */
export async function cancelAuthorProofs(tx: Tx, currentUser: CurrentUser | null, archiveId: number, reason: string): Promise<void> {
  for (const row of await openAuthorProofsOf(tx, archiveId)) await stepAuthorProof(tx, currentUser, row, 'cancel', reason, 'checked');
}

/** Ends the author's proof with the last stage: a mark after it would reach nobody. Returns the owners whose proof was open. */
export async function endAuthorProofs(tx: Tx, archiveId: number): Promise<number[]> {
  const open = await openAuthorProofsOf(tx, archiveId);
  for (const row of open) await stepAuthorProof(tx, null, row, 'end');
  return open.map(({ userId }) => userId);
}

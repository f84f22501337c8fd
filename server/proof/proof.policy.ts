import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ProofState } from '../../contract/proof/proof.machine.ts';
import type { Signer } from '../../contract/proof/quality-check.ts';
import type { Tables } from '../db/tables.ts';
import { hasPermission } from '../http/current-user.ts';
import { isAuthor, type ManuscriptPeople, type Viewer } from '../manuscript/manuscript.policy.ts';

/** Who marks, checks and signs the proofs of a manuscript. */
interface ProofPeople extends Pick<ManuscriptPeople, 'ownerId' | 'authors'> {
  readonly proofreaderId: number | null;
  readonly editorId: number | null;
  readonly status: ProofState;
}
type Edited = Pick<ProofPeople, 'editorId'>;
type Authored = Pick<ManuscriptPeople, 'ownerId' | 'authors'>;

export const isProofreader = (row: Pick<ProofPeople, 'proofreaderId'>, { userId }: Pick<Viewer, 'userId'>): boolean => row.proofreaderId === userId;
/** The SQL form of `isProofreader`, for lists and counts of own tasks. */
export const proofreadBy =
  (userId: number) =>
  (eb: ExpressionBuilder<Tables, 'proofread'>): ExpressionWrapper<Tables, 'proofread', SqlBool> =>
    eb('proofread.proofreaderId', '=', userId);

/** Whether the person read this proof, with any account: another person checks it. */
const readProof = (row: Pick<ProofPeople, 'proofreaderId'>, { accounts }: Pick<Viewer, 'accounts'>): boolean =>
  row.proofreaderId !== null && accounts.has(row.proofreaderId);

/** The responsible editor, and those who assign editors. */
export const isResponsible = (row: Edited, viewer: Viewer): boolean => row.editorId === viewer.userId || hasPermission(viewer, 'press:editor:assign');

export const marksProof = (row: ProofPeople, viewer: Viewer): boolean =>
  row.status === 'proofing' && isProofreader(row, viewer) && hasPermission(viewer, 'press:proof:submit');

/** Why a user may not decide the marks of a proof, or pass it; null when the user may. */
export function checkFault(
  row: Pick<ProofPeople, 'proofreaderId' | 'editorId' | 'ownerId' | 'authors'>,
  viewer: Viewer,
): { kind: 'forbidden' | 'failed'; words: string } | null {
  if (!isResponsible(row, viewer)) return { kind: 'forbidden', words: '核红由稿件的责任编辑处理' };
  if (isAuthor(row, viewer)) return { kind: 'failed', words: '不能核红自己的稿件，请由另一位编辑处理' };
  return readProof(row, viewer) ? { kind: 'failed', words: '不能核红自己校对的稿件，请由另一位编辑处理' } : null;
}
export const decidesProof = (row: ProofPeople, viewer: Viewer): boolean =>
  row.status === 'submitted' && hasPermission(viewer, 'press:proof:check') && checkFault(row, viewer) === null;

export const changesText = (manuscript: Edited & Authored, viewer: Viewer): boolean =>
  hasPermission(viewer, 'press:proof:check') && isResponsible(manuscript, viewer) && !isAuthor(manuscript, viewer);
/** Who confirms that corrections are in the proof: who changes the text, and the proofreader of an open proof. */
export const confirmsCorrections = (manuscript: Edited & Authored, open: readonly Pick<ProofPeople, 'proofreaderId'>[], viewer: Viewer): boolean =>
  changesText(manuscript, viewer) || (hasPermission(viewer, 'press:proof:submit') && open.some((row) => isProofreader(row, viewer)));
export const returnsProof = (manuscript: Edited & Authored, viewer: Viewer): boolean =>
  hasPermission(viewer, 'press:composition:final') && isResponsible(manuscript, viewer) && !isAuthor(manuscript, viewer);

/** In what role a user may sign the quality checks of a manuscript; empty for nobody, and for its authors. */
export function signerOf(manuscript: Edited & Authored, proofreaders: readonly number[], viewer: Viewer): Signer | '' {
  if (isAuthor(manuscript, viewer)) return '';
  if (manuscript.editorId === viewer.userId) return 'editor';
  if (proofreaders.includes(viewer.userId)) return 'proofreader';
  return hasPermission(viewer, 'press:proof:assign') ? 'manager' : '';
}
/** Whether a role or a person has signed: each signs once, a person with two accounts also once. */
export const hasSigned = (signed: readonly { readonly role: string; readonly userId: number }[], role: string, { accounts }: Viewer): boolean =>
  signed.some((one) => one.role === role || accounts.has(one.userId));

/** The author to whom a proof was sent. */
export const isProofAuthor = (row: { readonly userId: number }, { userId }: Pick<Viewer, 'userId'>): boolean => row.userId === userId;
export const isOwnAuthorMark = (mark: { readonly source: string; readonly userId: number | null }, { userId }: Pick<Viewer, 'userId'>): boolean =>
  mark.source === 'author' && mark.userId === userId;

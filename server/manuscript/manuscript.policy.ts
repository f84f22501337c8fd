import type { SqlBool, ExpressionBuilder, ExpressionWrapper } from 'kysely';
import type { DocumentMode } from '../../contract/manuscript/document.ts';
import { REVIEWER_FILE_ROLES, type FileRole } from '../../contract/manuscript/manuscript-limits.ts';
import { manuscriptMachine, TURN_PERMISSION, type ManuscriptState, type Turn } from '../../contract/manuscript/manuscript.machine.ts';
import type { ManuscriptVersion } from '../../contract/manuscript/manuscript-version.ts';
import type { Tables } from '../db/tables.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/**
 * Who owns, reads, writes and decides a manuscript: the only place that compares its people with a user. Lists, files, versions, reviews, proofs,
 * messages and counts ask these functions. What authors may not learn or decide concerns the person: it holds for every account of an author.
 */
export interface ManuscriptPeople {
  readonly ownerId: number;
  /** JSON list of the author lines; a line of a co-author with an account has its `userId`. */
  readonly authors: string;
  readonly editorId: number | null;
  readonly typesetterId: number | null;
  readonly turn: Turn;
  readonly turnUserId: number | null;
  readonly status: ManuscriptState;
}

export type Viewer = Pick<CurrentUser, 'userId' | 'accounts' | 'permissions'>;
type Builder = ExpressionBuilder<Tables, 'manuscript'>;
type Condition = ExpressionWrapper<Tables, 'manuscript', SqlBool>;
type Authored = Pick<ManuscriptPeople, 'ownerId' | 'authors'>;

/** States in which the author writes. */
const AUTHOR_WRITES: ReadonlySet<ManuscriptState> = new Set(manuscriptMachine.groups.authorWrites);
const EDITOR_WRITES: ReadonlySet<ManuscriptState> = new Set(manuscriptMachine.groups.editorWrites);
const PUBLIC: ReadonlySet<ManuscriptState> = new Set(manuscriptMachine.groups.published);
const REMOVABLE: ReadonlySet<unknown> = new Set(manuscriptMachine.groups.removable);
/** Versions of the three reviews carry the names of reviewers in their marks and properties: authors never get them. */
export const BLIND_SOURCES: readonly string[] = ['audit'];
const BLIND: ReadonlySet<string> = new Set(BLIND_SOURCES);
/** Files that an author sees besides own ones. Review reports stay inside. */
const FOR_AUTHOR: ReadonlySet<string> = new Set(['manuscript', 'sample', 'figure', 'authorisation', 'contract', 'proof', 'cover', 'epub', 'pdf']);
/** The only files that a reviewer adds: authors do not see them, and a reviewer's file names the reviewer in its properties. */
const OF_REVIEWERS: ReadonlySet<FileRole> = new Set(REVIEWER_FILE_ROLES);

/** Accepts and rejects the marks of others: the stage editor. */
export const RESOLVES_MARKS = 'cms:archive:resolveMark';

/** The accounts of all authors, the owner first. */
export const authorUsers = ({ ownerId, authors }: Authored): number[] => [
  ...new Set([ownerId, ...(JSON.parse(authors) as { userId: number | null }[]).flatMap(({ userId }) => userId ?? [])]),
];

/** The accounts that get a copy of the published work: the owner, and the co-authors who were not asked or have confirmed. */
export const copyReaders = (row: Authored, unconfirmed: ReadonlySet<number | null>): number[] =>
  authorUsers(row).filter((userId) => userId === row.ownerId || !unconfirmed.has(userId));

/** Whether an account is one of the authors'. For a person with several accounts ask `isAuthor`. */
export const isAuthorAccount = (row: Authored, userId: number): boolean => authorUsers(row).includes(userId);

/** Whether a person is an author: such a person, also one on the staff, never learns who reviews the manuscript and what they write. */
export const isAuthor = (row: Authored, { accounts }: Pick<Viewer, 'accounts'>): boolean => authorUsers(row).some((one) => accounts.has(one));

/** Why a member of the staff decides nothing about a manuscript: authors do not decide about their own. Null when the person may decide. */
export const authorFault = (row: Authored, viewer: Pick<Viewer, 'accounts'>): string | null =>
  isAuthor(row, viewer) ? '您是这部书稿的作者，社内的手续请由其他人员办理' : null;

/** The owner acts for the authors: submits, saves, withdraws and removes. */
export const isOwner = (row: Pick<ManuscriptPeople, 'ownerId'>, { userId }: Pick<Viewer, 'userId'>): boolean => row.ownerId === userId;
export const isEditor = (row: Pick<ManuscriptPeople, 'editorId'>, { userId }: Pick<Viewer, 'userId'>): boolean => row.editorId === userId;
/** The responsible editor, unless an author: such an editor sees and decides as an author. */
export const actsAsEditor = (row: ManuscriptPeople, viewer: Viewer): boolean => isEditor(row, viewer) && !isAuthor(row, viewer);
/** Ticks a task of the present stage: its handler, the editor, and those who assign editors. */
export const ticksStageTask = (row: Authored & Pick<ManuscriptPeople, 'editorId' | 'turnUserId'>, viewer: Viewer): boolean =>
  isEditor(row, viewer) || row.turnUserId === viewer.userId || (hasPermission(viewer, 'press:editor:assign') && !isAuthor(row, viewer));
/** Handles the present stage on the staff's side. */
export const handlesStage = (row: ManuscriptPeople, { userId }: Viewer): boolean =>
  row.turnUserId === userId && row.turn !== 'author' && row.turn !== 'none';

/** Whether a user opens the staff view: by permission, or as editor, typesetter or handler. */
export const seesManuscript = (row: ManuscriptPeople, viewer: Viewer): boolean =>
  hasPermission(viewer, 'cms:archive:query') ||
  [row.editorId, row.typesetterId, row.turn === 'author' ? null : row.turnUserId].includes(viewer.userId);
/** A user who looks for own work, with the turns whose unassigned work the user's permissions open. */
export interface Asker extends Pick<Viewer, 'userId' | 'accounts'> {
  readonly turns: readonly Turn[];
}
export const askerOf = (viewer: Viewer): Asker => ({
  userId: viewer.userId,
  accounts: viewer.accounts,
  turns: (Object.entries(TURN_PERMISSION) as [Turn, string][]).filter(([, permission]) => hasPermission(viewer, permission)).map(([turn]) => turn),
});
/** Whether a user acts next: the work is assigned to the user, or unassigned work of a role that the user has. */
export const waitsFor = (row: Pick<ManuscriptPeople, 'status' | 'turn' | 'turnUserId'>, { userId, turns }: Asker): boolean =>
  row.status !== 'draft' && (row.turnUserId === null ? turns.includes(row.turn) : row.turnUserId === userId && row.turn !== 'none');
export const waitingFor =
  ({ userId, turns }: Asker) =>
  (eb: Builder): Condition =>
    eb.and([
      eb('manuscript.status', '<>', 'draft'),
      eb.or([
        eb.and([eb('manuscript.turnUserId', '=', userId), eb('manuscript.turn', '<>', 'none')]),
        ...(turns.length > 0 ? [eb.and([eb('manuscript.turnUserId', 'is', null), eb('manuscript.turn', 'in', turns)])] : []),
      ]),
    ]);

/** Reads the editing work: the responsible editor and those who see all of them. */
export const readsWork = (row: Pick<ManuscriptPeople, 'editorId'>, viewer: Viewer): boolean =>
  isEditor(row, viewer) || hasPermission(viewer, 'press:editor:list');

/** Whether a user sees names, reports and files as the staff does. */
export const seesAsStaff = (row: ManuscriptPeople, viewer: Viewer): boolean => !isAuthor(row, viewer) && seesManuscript(row, viewer);
export const readsManuscript = (row: ManuscriptPeople, viewer: Viewer): boolean => isOwner(row, viewer) || seesManuscript(row, viewer);
/** Published manuscripts that are not confidential. */
export const isOpenToAll = (row: Pick<ManuscriptPeople, 'status'> & { readonly confidentiality: string }): boolean =>
  PUBLIC.has(row.status) && row.confidentiality === 'public';

/** Staff who get a message about a hold: editor, typesetter and the user whose turn it is, without the user who acts and the owner. */
export const involvedStaff = (
  row: Pick<ManuscriptPeople, 'ownerId' | 'editorId' | 'typesetterId'>,
  turnUserId: number | null,
  { userId: actor }: Pick<Viewer, 'userId'>,
): number[] =>
  [...new Set([row.editorId, row.typesetterId, turnUserId])].filter((one): one is number => one !== null && one !== actor && one !== row.ownerId);
/** While a manuscript is on hold, nothing of it can be changed. */
export const isOnHold = ({ status }: Pick<ManuscriptPeople, 'status'>): boolean => status === 'held';
/** Whether a user may store a version now: the owner, the editor, or the handler of the stage. */
export const writesManuscript = (row: ManuscriptPeople, viewer: Viewer): boolean =>
  !isOnHold(row) &&
  ((isOwner(row, viewer) && AUTHOR_WRITES.has(row.status)) || (isEditor(row, viewer) && EDITOR_WRITES.has(row.status)) || handlesStage(row, viewer));

/** Before the first review a manuscript is the author's own, with all marks that it may have. */
export const isOwnDraft = (row: Pick<ManuscriptPeople, 'ownerId' | 'status'>, viewer: Pick<Viewer, 'userId'>): boolean =>
  isOwner(row, viewer) && row.status === 'draft';
export const savesFacts = (row: ManuscriptPeople, viewer: Viewer): boolean => isOwner(row, viewer) && AUTHOR_WRITES.has(row.status);
export const isRemovable = ({ status }: { readonly status: unknown }): boolean => REMOVABLE.has(status);

/** The owner and the editor change freely; everybody else in a stage leaves marks. */
export function modeOf(row: ManuscriptPeople, viewer: Viewer): DocumentMode {
  if (!writesManuscript(row, viewer)) return 'view';
  return isOwner(row, viewer) || isEditor(row, viewer) ? 'edit' : 'suggest';
}
export const resolvesMarks = (row: ManuscriptPeople, viewer: Viewer): boolean =>
  modeOf(row, viewer) === 'edit' && (isOwnDraft(row, viewer) || hasPermission(viewer, RESOLVES_MARKS));

/** What a version that a user stores is called. */
export function sourceOf(row: ManuscriptPeople, viewer: Pick<Viewer, 'userId'>): ManuscriptVersion['source'] {
  if (isOwner(row, viewer)) return 'author';
  if (row.status.startsWith('audit')) return 'audit';
  return row.status.startsWith('proof') || row.status === 'reading' ? 'proof' : 'editor';
}

/** Whether versions of a source show what reviewers write. */
export const isBlind = (source: string): boolean => BLIND.has(source);
/** Whether a user reads a version of a manuscript that the user reads. */
export const readsVersion = (row: ManuscriptPeople, version: { readonly source: string }, viewer: Viewer): boolean =>
  !BLIND.has(version.source) || seesAsStaff(row, viewer);
export const namesVersions = (row: ManuscriptPeople, viewer: Viewer): boolean => writesManuscript(row, viewer) || isEditor(row, viewer);

interface ManuscriptFileFacts {
  readonly fileRole: string;
  readonly ownerId: number;
}
export const ownsFile = (file: Pick<ManuscriptFileFacts, 'ownerId'>, { userId }: Pick<Viewer, 'userId'>): boolean => file.ownerId === userId;
export const readsFile = (row: ManuscriptPeople, file: ManuscriptFileFacts, viewer: Viewer): boolean =>
  seesAsStaff(row, viewer) || ownsFile(file, viewer) || FOR_AUTHOR.has(file.fileRole);
/** The staff that manages manuscripts, unless an author. */
const managesFiles = (row: ManuscriptPeople, viewer: Viewer): boolean => hasPermission(viewer, 'cms:archive:edit') && !isAuthor(row, viewer);
/** Whether a user adds files: who may write the manuscript now, its editor, and the staff that manages manuscripts. */
export const addsFiles = (row: ManuscriptPeople, viewer: Viewer): boolean =>
  writesManuscript(row, viewer) || (isEditor(row, viewer) && !isOnHold(row)) || managesFiles(row, viewer);
/** Whether a file of this kind would cross from a reviewer to the author. */
export const crossesToAuthor = (row: ManuscriptPeople, fileRole: FileRole, viewer: Viewer): boolean =>
  row.turn === 'reviewer' && row.turnUserId === viewer.userId && !OF_REVIEWERS.has(fileRole);
export const replacesFile = (row: ManuscriptPeople, file: ManuscriptFileFacts, viewer: Viewer): boolean =>
  ownsFile(file, viewer) || seesAsStaff(row, viewer);
export const removesFile = (row: ManuscriptPeople, file: ManuscriptFileFacts, viewer: Viewer): boolean =>
  (ownsFile(file, viewer) && writesManuscript(row, viewer)) || managesFiles(row, viewer);

/** Whether a user asks co-authors to confirm: the owner or the editor. */
export const asksCoAuthors = (row: ManuscriptPeople, viewer: Viewer): boolean => isOwner(row, viewer) || isEditor(row, viewer);
/** What a user may be in the steps of SM01. */
export const isWho = (row: ManuscriptPeople, who: string, viewer: Viewer): boolean =>
  who === 'owner' ? isOwner(row, viewer) : isEditor(row, viewer);

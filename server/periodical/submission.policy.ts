import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import { sql, type SqlBool } from 'kysely';
import type { SubmissionState } from '../../contract/periodical/journal-submission.machine.ts';
import type { JournalFileRole } from '../../contract/periodical/periodical-limits.ts';
import { isSamePerson, samePersonSql, type PersonKeys } from '../db/same-person.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** Who sent, wrote, edits and decides a submission to a journal. What authors may not learn or decide holds for the person. */
type Viewer = Pick<CurrentUser, 'userId' | 'accounts' | 'permissions'>;
type Account = Pick<Viewer, 'userId'>;
type Sent = { readonly ownerId: number };

/** The account that sent the submission acts for the authors. */
export const isSubmitter = (row: Sent, { userId }: Account): boolean => row.ownerId === userId;

/** The account of the corresponding author pays the page fee. */
export const paysFee = (payerId: number, { userId }: Account): boolean => payerId === userId;

/** The editor to whom the submission was given. */
export const editsNow = (row: { readonly editorId: number | null }, { userId }: Account): boolean => row.editorId === userId;

/** An account with the name and the mail by which authors are listed. */
export interface AuthorKeys extends PersonKeys {
  readonly nickName: string;
}
const matches = (listed: string | undefined, own: string): boolean => own !== '' && listed?.toLowerCase() === own.toLowerCase();

/**
 * Whether a person is an author of a submission: an account of the person sent it or belongs to the sender's person, or an author is listed with the
 * mail or the name of one of the accounts. `sender` is undefined for an account that no longer exists.
 */
export const isSubmissionAuthor = (
  row: Sent & { readonly authors: string },
  sender: PersonKeys | undefined,
  accounts: readonly AuthorKeys[],
): boolean => {
  const authors = JSON.parse(row.authors) as { name?: string; mail?: string }[];
  return accounts.some(
    (one) =>
      one.id === row.ownerId ||
      (sender !== undefined && isSamePerson(one, sender)) ||
      authors.some(({ name, mail }) => matches(mail, one.email) || matches(name, one.nickName)),
  );
};

/** The SQL form of `isSubmissionAuthor`. The stored authors are JSON without spaces; `replace` compares literally. */
export const authoredBy = (accounts: ReadonlySet<number>) => {
  const authors = sql`lower(${sql.ref('journalSubmission.authors')})`;
  const has = (key: 'mail' | 'name', column: string) =>
    sql`(${sql.ref(`viewer.${column}`)} <> '' and replace(${authors}, ${`"${key}":"`} || lower(${sql.ref(`viewer.${column}`)}) || '"', '') <> ${authors})`;
  return sql<SqlBool>`exists (select 1 from ${sql.table('user')} as ${sql.ref('viewer')}
    left join ${sql.table('user')} as ${sql.ref('sender')} on ${sql.ref('sender.id')} = ${sql.ref('journalSubmission.ownerId')}
    where ${sql.ref('viewer.id')} in (${sql.join([...accounts])}) and (${sql.ref('viewer.id')} = ${sql.ref('journalSubmission.ownerId')}
      or ${samePersonSql('viewer', 'sender')} or ${has('mail', 'email')} or ${has('name', 'nickName')}))`;
};

/** An appeal is handled by another person than the editor who declined. */
export const handlesAppeal = (
  row: { readonly appealedAt: number | null; readonly status: SubmissionState; readonly decidedBy: number | null },
  { accounts }: Pick<Viewer, 'accounts'>,
): boolean => !(row.appealedAt !== null && row.status === 'decision' && row.decidedBy !== null && accounts.has(row.decidedBy));

/** Files that authors add, and the states in which they do. */
const AUTHOR_ROLES: ReadonlySet<JournalFileRole> = new Set(['manuscript', 'response']);
const AUTHOR_STATES: ReadonlySet<SubmissionState> = new Set(journalSubmissionMachine.groups.writable);
const EDITOR_ROLES: ReadonlySet<JournalFileRole> = new Set(['attachment', 'similarity', 'final', 'pdf', 'correctedPdf']);

type Role = { readonly role: JournalFileRole };
/** Why a user may not add a file of a kind; empty when the user may. `edits` is true for an editor of the journal who is no author. */
export function uploadFault(
  row: Sent & { readonly status: SubmissionState },
  { role }: Role,
  edits: boolean,
  viewer: Account,
): 'hidden' | '' | string {
  if (isSubmitter(row, viewer)) return AUTHOR_ROLES.has(role) && AUTHOR_STATES.has(row.status) ? '' : '稿件现在不由您处理，不能上传文件';
  if (!edits) return 'hidden';
  return EDITOR_ROLES.has(role) ? '' : '这类文件由作者或审稿人上传';
}
/** Whether a user reads the original of a file: an editor every one, the submitter those of the authors; attachments of reviewers stay with the editors. */
export const readsOriginal = (row: Sent, { role }: Role, edits: boolean, viewer: Account): boolean =>
  edits || (isSubmitter(row, viewer) && AUTHOR_ROLES.has(role));
export const isOwnFile = (file: Sent, { userId }: Account): boolean => file.ownerId === userId;
export const ownsManuscript = (manuscript: Sent | undefined, { userId }: Account): boolean => manuscript?.ownerId === userId;

/** A correction notice is published by another person than the one who drafted it. */
export const publishesNotice = (row: { readonly status: string; readonly draftedBy: number | null }, viewer: Viewer): boolean =>
  row.status === 'draft' && !isDrafter(row, viewer) && hasPermission(viewer, 'journal:issue:publish');
export const isDrafter = ({ draftedBy }: { readonly draftedBy: number | null }, { accounts }: Pick<Viewer, 'accounts'>): boolean =>
  draftedBy !== null && accounts.has(draftedBy);

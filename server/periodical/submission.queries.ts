import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import { journalReviewMachine } from '../../contract/periodical/journal-review.machine.ts';
import type { Expression, SqlBool } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import type { SubmissionState } from '../../contract/periodical/journal-submission.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';

/** States in which nothing is to be done any more, or not yet. */
export const AT_REST: readonly SubmissionState[] = journalSubmissionMachine.groups.atRest;
const QUIET_DAYS = 30;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('user as editor', 'editor.id', 'journalSubmission.editorId')
    .leftJoin('user as owner', 'owner.id', 'journalSubmission.ownerId')
    .where('journalSubmission.delFlag', '=', '0');

const withNames = (db: Database | Tx) =>
  rows(db)
    .selectAll('journalSubmission')
    .select([
      'journal.journalName',
      'journal.abbr',
      'journal.reviewMode',
      'journal.columns',
      'journal.similarityLimit',
      'journal.pageFeeFen',
      'journal.payPerThousandFen',
      'editor.nickName as editorName',
      'owner.nickName as ownerName',
    ]);

export const submissionById = (db: Database | Tx, id: number) => withNames(db).where('journalSubmission.id', '=', id).executeTakeFirst();
export type SubmissionRow = NonNullable<Awaited<ReturnType<typeof submissionById>>>;

export interface QueueAsked {
  readonly tab: 'mine' | 'author' | 'outsider' | 'late' | 'quiet' | 'open' | 'done';
  readonly journalId?: number | undefined;
  readonly status?: SubmissionState | undefined;
  readonly keyword?: string | undefined;
}

/** Who asks for a queue. `userId` null sees every journal. */
export interface QueueViewer {
  readonly userId: number;
  readonly every: boolean;
  /** May decide as a chief editor. */
  readonly decides: boolean;
  /** True for a submission of which the viewer is an author. */
  readonly authored: Expression<SqlBool>;
}

/** The queue that a user sees. It excludes submissions of which the user is an author: authors must not handle their own submissions. */
function queue(db: Database, asked: QueueAsked, { userId, every, decides, authored }: QueueViewer, now: number) {
  const { tab, journalId, status, keyword } = asked;
  return rows(db)
    .where('journalSubmission.status', '<>', 'draft')
    .where((eb) => eb.not(authored))
    .$if(!every, (query) =>
      query.where('journalSubmission.journalId', 'in', (eb) => eb.selectFrom('journalEditor').select('journalId').where('userId', '=', userId)),
    )
    .$if(journalId !== undefined, (query) => query.where('journalSubmission.journalId', '=', journalId ?? 0))
    .$if(status !== undefined, (query) => query.where('journalSubmission.status', '=', status as SubmissionState))
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([
          contains('journalSubmission.title', keyword ?? ''),
          contains('journalSubmission.submissionNo', keyword ?? ''),
          contains('journalSubmission.authors', keyword ?? ''),
        ]),
      ),
    )
    .$if(tab !== 'done' && status === undefined, (query) => query.where('journalSubmission.status', 'not in', [...AT_REST]))
    .$if(tab === 'done', (query) => query.where('journalSubmission.status', 'in', journalSubmissionMachine.groups.ended))
    .$if(tab === 'mine', (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([
            eb('journalSubmission.turn', '=', 'editor'),
            eb.or([eb('journalSubmission.editorId', '=', userId), eb('journalSubmission.editorId', 'is', null)]),
          ]),
          ...(decides ? [eb('journalSubmission.turn', '=', 'chief')] : []),
        ]),
      ),
    )
    .$if(tab === 'author' || tab === 'outsider', (query) => query.where('journalSubmission.turn', '=', tab as 'author'))
    .$if(tab === 'late', (query) => query.where('journalSubmission.dueAt', '<', now))
    .$if(tab === 'quiet', (query) => query.where('journalSubmission.updateTime', '<', now - QUIET_DAYS * DAY_MS));
}

export async function queueTotal(db: Database, asked: QueueAsked, viewer: QueueViewer, now: number): Promise<number> {
  const { total } = await queue(db, asked, viewer, now)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function queuePage(db: Database, asked: QueueAsked, viewer: QueueViewer, now: number, limit: number, offset: (total: number) => number) {
  const total = await queueTotal(db, asked, viewer, now);
  const found = await queue(db, asked, viewer, now)
    .selectAll('journalSubmission')
    .select(['journal.journalName', 'editor.nickName as editorName', 'owner.nickName as ownerName'])
    .orderBy((eb) => eb.case().when('journalSubmission.dueAt', '<', now).then(0).else(1).end())
    .orderBy('journalSubmission.stageSince', asked.tab === 'done' ? 'desc' : 'asc')
    .orderBy('journalSubmission.id')
    .limit(limit)
    .offset(offset(total))
    .execute();
  return { total, rows: found };
}

/** Reviews of the current round: how many were asked for, and how many have come. */
export const reviewCounts = async (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('journalReview')
        .innerJoin('journalSubmission', (join) =>
          join.onRef('journalSubmission.id', '=', 'journalReview.submissionId').onRef('journalSubmission.round', '=', 'journalReview.round'),
        )
        .select((eb) => [
          'journalReview.submissionId',
          eb.fn.countAll<number>().as('asked'),
          eb.fn.sum<number>(eb.case().when('journalReview.status', '=', 'done').then(1).else(0).end()).as('done'),
        ])
        .where('journalReview.submissionId', 'in', [...ids])
        .where('journalReview.status', 'in', journalReviewMachine.groups.active)
        .where('journalReview.delFlag', '=', '0')
        .groupBy('journalReview.submissionId')
        .execute();

export const filesOf = (db: Database | Tx, submissionId: number) =>
  db.selectFrom('journalFile').selectAll().where('submissionId', '=', submissionId).where('delFlag', '=', '0').orderBy('id').execute();
export type JournalFileRow = Awaited<ReturnType<typeof filesOf>>[number];

export const fileById = (db: Database | Tx, id: number) =>
  db.selectFrom('journalFile').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const pointsOf = (db: Database | Tx, submissionId: number) =>
  db
    .selectFrom('journalPoint')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .where('delFlag', '=', '0')
    .orderBy('round')
    .orderBy('pointNo')
    .execute();

/** Another open submission of the same manuscript or of the same file, in any journal. */
export const sameElsewhere = (db: Database | Tx, row: { id: number; archiveId: number | null }, sha256: string) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('journalFile', 'journalFile.id', 'journalSubmission.manuscriptFileId')
    .select('journal.journalName')
    .where('journalSubmission.id', '<>', row.id)
    .where('journalSubmission.delFlag', '=', '0')
    .where('journalSubmission.status', 'not in', [...AT_REST])
    .where((eb) =>
      eb.or([
        ...(row.archiveId === null ? [] : [eb('journalSubmission.archiveId', '=', row.archiveId)]),
        ...(sha256 === '' ? [] : [eb('journalFile.sha256', '=', sha256)]),
      ]),
    )
    .executeTakeFirst();

export const ownIds = async (db: Database, ownerId: number): Promise<number[]> =>
  (await db.selectFrom('journalSubmission').select('id').where('ownerId', '=', ownerId).where('delFlag', '=', '0').execute()).map(({ id }) => id);

/** Own submissions, those that wait for the author first. `pending`: the columns before decisions that the author does not know yet. */
export async function ownPage(
  db: Database,
  ownerId: number,
  states: readonly SubmissionState[] | null,
  pending: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  limit: number,
  offset: (total: number) => number,
) {
  const own = rows(db)
    .where('journalSubmission.ownerId', '=', ownerId)
    .$if(states !== null, (query) =>
      query.where((eb) => {
        const known = [...pending.keys()];
        const shown = known.filter((id) => (states ?? []).includes(pending.get(id)?.['status'] as SubmissionState));
        const stored = eb('journalSubmission.status', 'in', [...(states ?? [])]);
        if (known.length === 0) return stored;
        const others = eb.and([stored, eb('journalSubmission.id', 'not in', known)]);
        return shown.length === 0 ? others : eb.or([others, eb('journalSubmission.id', 'in', shown)]);
      }),
    );
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await own
    .selectAll('journalSubmission')
    .select('journal.journalName')
    .orderBy((eb) =>
      eb
        .case()
        .when('journalSubmission.status', 'in', journalSubmissionMachine.groups.sentBack)
        .then(0)
        .when('journalSubmission.status', 'in', journalSubmissionMachine.groups.ended)
        .then(2)
        .else(1)
        .end(),
    )
    .orderBy('journalSubmission.updateTime', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}

/** How long the newest submissions of a journal stayed in a state, milliseconds. */
export async function stageTimes(db: Database, journalId: number, state: SubmissionState): Promise<number[]> {
  const left = await db
    .selectFrom('flowLog')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'flowLog.entityId')
    .select((eb) => [
      'flowLog.at',
      eb
        .selectFrom('flowLog as entered')
        .select((inner) => inner.fn.max('entered.at').as('at'))
        .where('entered.entityType', '=', 'journalSubmission')
        .whereRef('entered.entityId', '=', 'flowLog.entityId')
        .where('entered.toStatus', '=', state)
        .whereRef('entered.id', '<', 'flowLog.id')
        .as('since'),
    ])
    .where('flowLog.entityType', '=', 'journalSubmission')
    .where('flowLog.fromStatus', '=', state)
    .where('journalSubmission.journalId', '=', journalId)
    .orderBy('flowLog.id', 'desc')
    .limit(50)
    .execute();
  return left.flatMap(({ at, since }) => (since === null ? [] : [Number(at) - Number(since)]));
}

export const issueById = (db: Database | Tx, id: number) =>
  db
    .selectFrom('journalIssue')
    .innerJoin('journal', 'journal.id', 'journalIssue.journalId')
    .selectAll('journalIssue')
    .select(['journal.journalName', 'journal.issn', 'journal.columns', 'journal.payPerThousandFen'])
    .where('journalIssue.id', '=', id)
    .where('journalIssue.delFlag', '=', '0')
    .executeTakeFirst();
export type IssueRow = NonNullable<Awaited<ReturnType<typeof issueById>>>;

/** Last page that an issue uses. */
export async function lastPageOf(db: Database | Tx, issueId: number): Promise<number> {
  const row = await db
    .selectFrom('journalSubmission')
    .select((eb) => eb.fn.max('pageEnd').as('last'))
    .where('issueId', '=', issueId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

export const submissionsOfOwner = (db: Database | Tx, userId: number, ended: readonly SubmissionState[]) =>
  db
    .selectFrom('journalSubmission')
    .select(['title', 'status'])
    .where('delFlag', '=', '0')
    .where('ownerId', '=', userId)
    .where('status', 'not in', ended)
    .orderBy('id')
    .execute();

/** Open submissions that an editor handles, for a hand-over. */
export const submissionsHeldBy = (tx: Tx, editorId: number) =>
  tx
    .selectFrom('journalSubmission')
    .select(['id', 'title', 'status'])
    .where('editorId', '=', editorId)
    .where('status', 'not in', journalSubmissionMachine.groups.atRest)
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();

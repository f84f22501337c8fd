import {
  EDITION_CHANGE_EVENTS,
  editionChangeMachine,
  type EditionChangeEvent,
  type EditionChangeState,
} from '../../contract/catalog/edition-change.machine.ts';
import type { WaitingChange } from '../../contract/catalog/edition-change.ts';
import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import { AppError, failed, forbidden, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { holdWork } from './book.service.ts';
import { changeById, chapterTitles, editionFacts, openChangesOf, waitingChangeOf, type EditionChangeRow } from './edition-change.queries.ts';
import { livePublication, setCurrentEdition } from './preparation/preparation.queries.ts';
import { sourceKey } from './preparation/preparation-stage.service.ts';
import { CODES } from './publication-codes.ts';
import { notifyOthers } from './publication-notify.service.ts';
import { proposedEdition } from './publication.policy.ts';
import { indexPublication } from './search/search.service.ts';

/** Labels of these steps in the history of the work. */
export const EDITION_STEPS = {
  proposeEdition: '上传新文件',
  confirmEdition: '确认换文件',
  declineEdition: '不同意换文件',
  withdrawEdition: '撤回新文件',
} as const;

const gone = (): AppError => missing('没有等待确认的新文件，请刷新后重试');

const step = transition<EditionChangeState, EditionChangeEvent, EditionChangeRow>(editionChangeMachine, {
  table: 'editionChange',
  stateOf: (row) => row.status,
  subject: (row) => `${inTitleMarks(row.title)}的新文件`,
  ownerOf: (row) => row.proposedBy,
  notOwner: () => forbidden('只有上传的人可以撤回，请选择不同意'),
  on: {
    confirm: { guard: assertSecond },
    decline: { guard: assertSecond },
  },
});

function assertSecond({ row, currentUser }: { readonly row: EditionChangeRow; readonly currentUser: CurrentUser | null }): void {
  if (currentUser && proposedEdition(row, currentUser)) throw forbidden('不能确认或驳回本人上传的文件，请由另一位作品管理员处理');
}

const note = (tx: Tx, currentUser: CurrentUser | null, publicationId: number, status: string, event: keyof typeof EDITION_STEPS, words: string) =>
  logTransition(tx, currentUser, { entityType: 'publication', entityId: publicationId, event, fromStatus: status, toStatus: status, note: words });

/** A prepared file of an existing work. */
export interface NewEdition {
  readonly editionId: number;
  /** Address of the cover in the file; empty without one. */
  readonly coverUrl: string;
  readonly documents: number;
  readonly fileName: string;
  readonly proposer: { readonly userId: number; readonly userName: string };
  /** The text was checked by a second person before, in the stages of the manuscript. */
  readonly checked: boolean;
}

type Work = NonNullable<Awaited<ReturnType<typeof livePublication>>>;

/** Shows an edition to the readers. A new file with fewer chapters must not make the whole book free. */
async function putOn(
  tx: Tx,
  work: Work,
  { editionId, coverUrl, documents }: Omit<NewEdition, 'proposer' | 'checked' | 'fileName'>,
  updateBy: string,
) {
  const trialChapters = Math.min(work.trialChapters, Math.max(1, documents - 1));
  const cover = coverUrl !== '' && work.coverUrl === '' ? { coverUrl } : {};
  await setCurrentEdition(tx, work.id, { editionId, ...cover, trialChapters, updateBy, updateTime: Date.now() });
}

/** Whether a file replaces what readers see only after a second person has confirmed it. */
const waits = (status: PublicationStatus, { checked }: Pick<NewEdition, 'checked'>): boolean => status === 'listed' && !checked;

/**
 * Takes a new file of an existing work: on sale it waits for a second person, off sale it is put on at once, and then another person lists the work
 * again. Earlier files that wait are superseded. Returns whether readers have the file now.
 */
export async function takeEdition(tx: Tx, work: Work, given: NewEdition): Promise<boolean> {
  const { proposer } = given;
  for (const row of await openChangesOf(tx, work.id)) await step(tx, null, row, 'supersede');
  const waiting = waits(work.status, given);
  if (!waiting) await putOn(tx, work, given, proposer.userName);
  if (waiting || (work.status === 'delisted' && !given.checked)) {
    const now = Date.now();
    const { id } = await tx
      .insertInto('editionChange')
      .values({
        publicationId: work.id,
        editionId: given.editionId,
        coverUrl: given.coverUrl,
        proposedBy: proposer.userId,
        createBy: proposer.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (waiting) await announce(tx, work, given);
    else await step(tx, null, await existing(tx, id), 'replaceOffSale');
  }
  return !waiting;
}

async function existing(tx: Tx, id: number): Promise<EditionChangeRow> {
  const row = await changeById(tx, id);
  if (!row) throw gone();
  return row;
}

async function announce(tx: Tx, work: Work, { proposer, fileName }: NewEdition): Promise<void> {
  await note(tx, null, work.id, work.status, 'proposeEdition', fileName);
  await notifyOthers(tx, work, proposer.userId, {
    title: `${inTitleMarks(work.title)}的新文件等待确认`,
    content: `${proposer.userName}上传了“${fileName}”。请在出版物详情里核对后确认或不同意；确认前读者看到的仍是现在的文件。`,
  });
}

/** Throws when the person who lists a work again has replaced its file while it was off sale. */
export async function assertFilesOfOthers(tx: Tx, publicationId: number, currentUser: CurrentUser | null): Promise<void> {
  for (const row of await openChangesOf(tx, publicationId))
    if (row.status === 'offSale' && currentUser && proposedEdition(row, currentUser))
      throw new AppError(CODES.ownSubmission, '您在下架期间换了文件，请由另一位作品管理员重新上架');
}

/** A second person has listed the work again with the files that were put on off sale. */
export async function closeOffSaleChanges(tx: Tx, publicationId: number): Promise<void> {
  for (const row of await openChangesOf(tx, publicationId)) if (row.status === 'offSale') await step(tx, null, row, 'relist');
}

const DID = {
  confirm: { event: 'confirmEdition', done: '已换上', did: '确认了' },
  decline: { event: 'declineEdition', done: '未被同意', did: '没有同意' },
  withdraw: { event: 'withdrawEdition', done: '已撤回', did: '撤回了' },
} as const;

/** Takes a step of SM68 by a person. */
export async function decideChange(
  context: AppContext,
  currentUser: CurrentUser,
  event: (typeof EDITION_CHANGE_EVENTS)[number],
  changeId: number,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(editionChangeMachine, event, currentUser);
  await write(async (tx) => {
    const { publicationId } = await existing(tx, changeId);
    await holdWork(tx, publicationId);
    const row = await existing(tx, changeId);
    const work = await livePublication(tx, publicationId);
    if (!work) throw gone();
    if (event === 'confirm' && !inGroup(publicationMachine, 'public', work.status))
      throw failed(`${inTitleMarks(work.title)}${publicationMachine.states[work.status].label}，不能换文件`);
    await step(tx, currentUser, row, event, reason);
    if (event === 'confirm') {
      await putOn(tx, work, row, currentUser.userName);
      await indexPublication(tx, publicationId, context.db.engine);
    }
    const { done, did, event: logged } = DID[event];
    await note(tx, currentUser, publicationId, work.status, logged, reason || row.sourceName);
    await notifyOthers(tx, row, currentUser.userId, {
      title: `${inTitleMarks(row.title)}的新文件${done}`,
      content: `${currentUser.nickName}${did}“${row.sourceName}”。${reason}`,
      also: row.proposedBy,
    });
  });
  forgetTotals(context.db);
}

const TITLES_MOST = 20;
const without = (titles: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return titles.filter((title) => !known.has(title)).slice(0, TITLES_MOST);
};

interface Facts {
  readonly sourceName: string;
  readonly sourceBytes: number;
  readonly characters: number;
  readonly documents: number;
}
const sideOf = ({ sourceName, sourceBytes, characters, documents }: Facts) => ({ fileName: sourceName, bytes: sourceBytes, characters, documents });

export async function waitingChange({ db }: AppContext, currentUser: CurrentUser, publicationId: number): Promise<WaitingChange | null> {
  const row = await waitingChangeOf(db, publicationId);
  if (!row) return null;
  const present = row.presentId === null ? undefined : await editionFacts(db, row.presentId);
  const [next, now] = [await chapterTitles(db, row.editionId), row.presentId === null ? [] : await chapterTitles(db, row.presentId)];
  const own = proposedEdition(row, currentUser);
  return {
    changeId: row.id,
    proposerId: row.proposedBy,
    proposerName: row.proposerName ?? row.createBy,
    at: wireTime(row.createTime),
    next: sideOf(row),
    now: present ? sideOf(present) : null,
    added: without(next, now),
    gone: without(now, next),
    can: EDITION_CHANGE_EVENTS.filter((event) => {
      const { permission } = editionChangeMachine.events[event] as { permission?: string };
      return permission === undefined ? own : !own && hasPermission(currentUser, permission);
    }),
  };
}

/** The uploaded file of a change, for those who decide about it. */
export async function changeFile({ db }: AppContext, changeId: number) {
  const row = await changeById(db, changeId);
  if (!row || row.status !== 'waiting') throw gone();
  return { key: sourceKey(row.sourceSha256), name: row.sourceName, mime: 'application/epub+zip', size: row.sourceBytes };
}

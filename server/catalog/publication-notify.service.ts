import { NOTICED_FIELDS, WORK_FIELDS } from '../../contract/catalog/publication-fields.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { deciderOf, enabledPeople, userIdByName } from './publication-people.queries.ts';
import { publicationById, type PublicationRow } from './publication.queries.ts';

interface Words {
  readonly title: string;
  readonly content: string;
  /** Another user to notify. */
  readonly also?: number | null;
}

const LINK = '/publication/publicationList';

/** Sends a message to the users who submitted the work and who last approved it, but not to the actor. */
export async function notifyOthers(
  tx: Tx,
  row: Pick<PublicationRow, 'id' | 'submitBy'>,
  actorId: number,
  { title, content, also }: Words,
): Promise<void> {
  const wanted = new Set([await deciderOf(tx, row.id), row.submitBy, also ?? null].filter((id) => id !== null && id !== actorId));
  for (const userId of await enabledPeople(tx, [...wanted] as number[]))
    await sendMessage(tx, { userId, type: 'task', title: title.slice(0, 200), content, link: LINK });
}

/** The columns of a work that a notice names. */
const TEXTS = {
  ...(Object.fromEntries(NOTICED_FIELDS.map((name) => [name, WORK_FIELDS[name].label])) as Record<(typeof NOTICED_FIELDS)[number], string>),
  coverUrl: '封面',
  editionId: '电子书文件',
} satisfies Partial<Record<keyof PublicationRow, string>>;

/** Notifies the other user of a change to a listed work; readers see the change already (docs/decisions/021). */
export async function notifyCorrection(
  tx: Tx,
  currentUser: Pick<CurrentUser, 'userId' | 'nickName'>,
  before: PublicationRow,
  after: PublicationRow,
): Promise<void> {
  if (before.status !== 'listed') return;
  const changed = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter((name) => before[name] !== after[name]).map((name) => TEXTS[name]);
  if (changed.length === 0) return;
  await notifyOthers(tx, before, currentUser.userId, {
    title: `已上架的${inTitleMarks(before.title)}有改动`,
    content: `${currentUser.nickName}修改了${changed.join('、')}，读者已经可以看到。请核对；有问题请联系修改人，或先下架。`,
  });
}

/** The same for a file that a preparation replaced on behalf of a user. */
export async function notifyNewFile(tx: Tx, userName: string, row: Pick<PublicationRow, 'id' | 'submitBy' | 'title' | 'status'>): Promise<void> {
  if (row.status !== 'listed') return;
  const actor = await userIdByName(tx, userName);
  await notifyOthers(tx, row, actor?.id ?? 0, {
    title: `已上架的${inTitleMarks(row.title)}更换了文件`,
    content: `${actor?.nickName ?? userName}更换了电子书文件，读者已经可以看到。请核对；有问题请联系修改人，或先下架。`,
  });
}

/** The same for a track of a listed audio or video work. `what` describes the change: 增加了“第一集”. */
export async function notifyTrack(tx: Tx, currentUser: Pick<CurrentUser, 'userId' | 'nickName'>, publicationId: number, what: string): Promise<void> {
  const row = await publicationById(tx, publicationId);
  if (row?.status !== 'listed') return;
  await notifyOthers(tx, row, currentUser.userId, {
    title: `已上架的${inTitleMarks(row.title)}有改动`,
    content: `${currentUser.nickName}${what}，读者已经可以看到。请核对；有问题请联系修改人，或先下架。`,
  });
}

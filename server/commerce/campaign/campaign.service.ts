import type { z } from 'zod';
import { CAMPAIGN_CODES, campaignMachine } from '../../../contract/commerce/campaign/campaign.machine.ts';
import type {
  addCampaign,
  campaignEvent,
  CampaignDraft,
  CampaignEvent,
  campaignList,
  CampaignRow,
  CampaignScope,
  CampaignState,
} from '../../../contract/commerce/campaign/campaign.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { epochOf, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { campaignEvents, isEditable } from './campaign.policy.ts';
import { campaignById, campaignPage, campaignUse, campaignWorks, categoryParents, dueCampaign, type CampaignRowOf } from './campaign.queries.ts';

const gone = () => missing('限时折扣不存在，请刷新后重试');
const idsOf = ({ ids }: Pick<CampaignRowOf, 'ids'>): number[] => JSON.parse(ids) as number[];

/** Whether a viewer is the person who wrote or submitted a campaign. */
async function isOwn(db: Database | Tx, row: Pick<CampaignRowOf, 'createdBy' | 'submittedBy'>, { userId }: CurrentUser): Promise<boolean> {
  for (const writer of [row.createdBy, row.submittedBy]) if (writer !== null && (await samePerson(db, writer, userId))) return true;
  return false;
}

/** Whether a viewer is the person who wrote a campaign. */
const isWriter = async (db: Database | Tx, { createdBy }: Pick<CampaignRowOf, 'createdBy'>, { userId }: CurrentUser): Promise<boolean> =>
  createdBy !== null && (await samePerson(db, createdBy, userId));

async function assertReady({ tx, row, now }: { tx: Tx; row: CampaignRowOf; now: number }): Promise<void> {
  if (row.to <= now) throw failed('结束时间已过，请先修改时间');
  const fault = await scopeFault(tx, row.scope as CampaignScope, idsOf(row));
  if (fault) throw failed(fault);
}

export const transitionCampaign = transition<CampaignState, CampaignEvent, CampaignRowOf>(campaignMachine, {
  table: 'campaign',
  stateOf: (row) => row.status as CampaignState,
  subject: ({ name }) => `限时折扣「${name}」`,
  on: {
    submit: { guard: assertReady, columns: ({ currentUser }) => ({ submittedBy: currentUser?.userId ?? null, reason: '' }) },
    approve: {
      async guard(step) {
        if (step.currentUser && (await isOwn(step.tx, step.row, step.currentUser))) throw new AppError(CAMPAIGN_CODES.own, '不能批准本人提交的活动');
        await assertReady(step);
      },
      columns: ({ currentUser }) => ({ approvedBy: currentUser?.userId ?? null }),
    },
    reject: { columns: ({ reason }) => ({ reason, submittedBy: null }) },
  },
});

/** Why a campaign cannot be for these works or categories; empty when it can. */
async function scopeFault(db: Database | Tx, scope: CampaignScope, ids: readonly number[]): Promise<string> {
  if (scope === 'category') {
    const known = new Set((await categoryParents(db)).map(({ id }) => id));
    return ids.every((id) => known.has(id)) ? '' : '选择的分类已不存在，请重新选择';
  }
  const works = new Map((await campaignWorks(db, ids)).map((work) => [work.id, work]));
  for (const id of ids) {
    const work = works.get(id);
    if (!work) return '选择的作品已不存在，请重新选择';
    if (work.isFree === '1' || work.salePriceFen === 0) return `${inTitleMarks(work.title)}没有售价，不能打折，请移出`;
  }
  return '';
}

async function columnsOf(db: Database | Tx, draft: CampaignDraft, now: number) {
  const [from, to] = [epochOf(`${draft.from}:00`), epochOf(`${draft.to}:00`)];
  if (from === null || to === null) throw failed('日期不存在，请核对开始和结束时间');
  if (to <= from) throw failed('结束时间须晚于开始时间');
  if (to <= now) throw failed('结束时间须晚于现在');
  const ids = [...new Set(draft.ids)];
  const fault = await scopeFault(db, draft.scope, ids);
  if (fault) throw failed(fault);
  const { name, scope, rateBp, leastLines } = draft;
  return { name, scope, rateBp, leastLines, ids: JSON.stringify(ids), from, to };
}

export async function addCampaignOf(currentUser: CurrentUser, draft: CampaignDraft, write: Write): Promise<DataOf<typeof addCampaign>> {
  return write(async (tx) => {
    const now = Date.now();
    const { id } = await tx
      .insertInto('campaign')
      .values({
        ...(await columnsOf(tx, draft, now)),
        createdBy: currentUser.userId,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logTransition(tx, currentUser, { entityType: 'campaign', entityId: id, event: 'add', fromStatus: '', toStatus: 'draft', note: '' });
    return { campaignId: id };
  });
}

/** Locks a campaign until the end of the transaction. */
async function campaignIn(tx: Tx, id: number): Promise<CampaignRowOf> {
  await tx
    .updateTable('campaign')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .execute();
  const row = await campaignById(tx, id);
  if (!row) throw gone();
  return row;
}

export async function editCampaignOf(currentUser: CurrentUser, campaignId: number, draft: CampaignDraft, write: Write): Promise<void> {
  await write(async (tx) => {
    const row = await campaignIn(tx, campaignId);
    if (row.status !== 'draft') throw failed('只有草稿可以修改；已提交的请先驳回，进行中的请结束后另建');
    if (!isEditable(row, currentUser, await isWriter(tx, row, currentUser))) throw failed('只有填写人可以修改这个活动；需要不同的折扣时请另建一个');
    const now = Date.now();
    await tx
      .updateTable('campaign')
      .set({ ...(await columnsOf(tx, draft, now)), updateBy: currentUser.userName, updateTime: now, version: row.version + 1 })
      .where('id', '=', campaignId)
      .execute();
  });
}

export async function handleCampaignEvent(
  currentUser: CurrentUser,
  { event, campaignId }: z.output<typeof campaignEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(campaignMachine, event, currentUser);
  await write(async (tx) => transitionCampaign(tx, currentUser, await campaignIn(tx, campaignId), event, reason));
}

export async function campaignsOf({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof campaignList.query>) {
  const { total, rows } = await campaignPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  const use = new Map(
    (
      await campaignUse(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.discountId, one]),
  );
  const categories = new Map((await categoryParents(db)).map(({ id, typeName }) => [id, typeName]));
  const titles = new Map(
    (await campaignWorks(db, [...new Set(rows.filter(({ scope }) => scope === 'works').flatMap(idsOf))])).map((work) => [work.id, work.title]),
  );
  const now = Date.now();
  const list: CampaignRow[] = [];
  for (const row of rows) {
    const ids = idsOf(row);
    list.push({
      campaignId: row.id,
      name: row.name,
      scope: row.scope as CampaignScope,
      ids,
      names: ids.map((id) => (row.scope === 'works' ? titles.get(id) : categories.get(id)) ?? '已删除'),
      rateBp: row.rateBp,
      from: wireTime(row.from).slice(0, 16),
      to: wireTime(row.to).slice(0, 16),
      leastLines: row.leastLines,
      status: row.status as CampaignState,
      live: row.status === 'active' && row.from <= now && row.to > now,
      reason: row.reason,
      createdBy: row.writerName ?? '',
      submittedBy: row.submitterName ?? '',
      approvedBy: row.approverName ?? '',
      createTime: wireTime(row.createTime),
      orderNum: Number(use.get(row.id)?.orders ?? 0),
      discountFen: Number(use.get(row.id)?.fen ?? 0),
      can: campaignEvents(row, currentUser, await isOwn(db, row, currentUser)),
      editable: isEditable(row, currentUser, await isWriter(db, row, currentUser)),
    });
  }
  return { total, rows: list };
}

/** Ends one campaign whose time is over; returns whether there was one. */
export async function endDueCampaign(context: AppContext): Promise<boolean> {
  const due = await dueCampaign(context.db, Date.now());
  if (!due) return false;
  await context.db.transaction().execute(async (tx) => {
    const row = await campaignIn(tx, due.id);
    if (row.status === 'active' && row.to <= Date.now()) await transitionCampaign(tx, null, row, 'end', '活动到期');
  });
  return true;
}

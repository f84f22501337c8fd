import { KIND_NAMES, type ManuscriptKind } from '../../../contract/manuscript/manuscript-limits.ts';
import { yuan } from '../../../contract/money.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import type { AppContext } from '../../context.ts';
import { chineseDate } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { fillTemplate } from '../../template/template.service.ts';
import { permissionsOf } from '../edit-task.queries.ts';
import { authorsText, manuscriptGone } from '../manuscript-step.service.ts';
import { isAuthor, readsWork, seesAsStaff } from '../manuscript.policy.ts';
import { logOf, manuscriptById, type ManuscriptRow } from '../manuscript.queries.ts';

interface Paper {
  readonly name: string;
  readonly bytes: Buffer;
}

const pressName = async (db: Database): Promise<string> =>
  (await db.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirst())?.pressName ?? '';

/** The variables that templates for one manuscript share. */
export async function manuscriptValues(db: Database, row: ManuscriptRow): Promise<Record<string, string>> {
  return {
    出版社: await pressName(db),
    日期: chineseDate(Date.now()),
    稿件编号: row.archiveNo,
    书名: row.title,
    作者: authorsText(row),
    类型: KIND_NAMES[row.kind as ManuscriptKind],
    责任编辑: row.editorName ?? '',
    字数: String(row.wordCount),
  };
}

/** For the authors and the staff, once the last review has adopted the manuscript. */
export async function acceptanceDocument(context: AppContext, currentUser: CurrentUser, archiveId: number): Promise<Paper> {
  const row = await manuscriptById(context.db, archiveId);
  if (!row || !(isAuthor(row, currentUser) || seesAsStaff(row, currentUser))) throw manuscriptGone();
  if (!inGroup(manuscriptMachine, 'adopted', row.status)) throw failed('稿件还没有通过三审，不能出采用通知');
  const submitted = (await logOf(context.db, 'manuscript', archiveId)).find(({ toStatus }) => toStatus === 'submitted');
  const bytes = await fillTemplate(context, 'acceptance', {
    ...(await manuscriptValues(context.db, row)),
    收稿日期: chineseDate(submitted?.at ?? row.createTime),
    采用说明: '经三级审读，决定采用。',
    联系人: row.editorName ?? '',
  });
  return { name: `采用通知 ${row.title}.docx`, bytes };
}

export async function authorisationDocument(context: AppContext, currentUser: CurrentUser, archiveId: number, position: number): Promise<Paper> {
  const row = await manuscriptById(context.db, archiveId);
  if (!row || !readsWork(row, currentUser)) throw manuscriptGone();
  const item = (await permissionsOf(context.db, archiveId))[position - 1];
  if (!item) throw failed('授权清单里没有这一项，请刷新后重试');
  const bytes = await fillTemplate(context, 'authorisation', {
    ...(await manuscriptValues(context.db, row)),
    权利人: item.rightsOwner,
    材料名称: item.material,
    授权范围: item.scope,
    授权期限: '',
    费用: item.feeFen > 0 ? `${yuan(item.feeFen)}元` : '无偿',
  });
  return { name: `授权书 ${item.material}.docx`, bytes };
}

/** The staff's copy of a letter; it names the responsible editor, not the sender: authors never learn who reviews. */
export async function letterDocument(context: AppContext, currentUser: CurrentUser, letterId: number): Promise<Paper> {
  const { db } = context;
  const letter = await db.selectFrom('letter').selectAll().where('id', '=', letterId).where('entity', '=', 'manuscript').executeTakeFirst();
  const row = letter && (await manuscriptById(db, letter.entityId));
  if (!letter || !row || !seesAsStaff(row, currentUser)) throw missing('信件不存在或与您无关，请刷新后重试');
  const recipients = JSON.parse(letter.recipients) as (number | string)[];
  const ids = recipients.filter((one) => typeof one === 'number');
  const users = ids.length === 0 ? [] : await db.selectFrom('user').select('nickName').where('id', 'in', ids).orderBy('id').execute();
  const bytes = await fillTemplate(context, 'notification', {
    出版社: await pressName(db),
    日期: chineseDate(letter.sendAt),
    收件人: [...users.map(({ nickName }) => nickName), ...recipients.filter((one) => typeof one === 'string')].join('、'),
    事由: letter.subject,
    正文: letter.content,
    经办人: row.editorName ?? '',
  });
  return { name: `通知 ${letter.subject}.docx`, bytes };
}

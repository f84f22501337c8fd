import { DAY_MS } from '../../../contract/clock.ts';
import type { ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';
import { LEVEL_DAYS, LEVELS, type Level, type ReviewState } from '../../../contract/review/review.machine.ts';
import type { Tx } from '../../db/database.ts';
import { noteReminded } from '../../manuscript/duty.service.ts';
import type { DemoManuscript } from './manuscript/manuscripts.ts';

/** A letter is delivered ten minutes after the decision. */
const LETTER_MS = 600_000;
const STATE: Readonly<Record<Level, ManuscriptState>> = { one: 'audit_one', two: 'audit_two', last: 'audit_last' };
const AFTER: Readonly<Record<Level, ManuscriptState>> = { one: 'audit_two', two: 'audit_last', last: 'contracting' };

const OPINIONS = [
  '全稿立意清楚，材料来自作者多年的亲历，叙述节制而有温度。第二部分的时间顺序请再理一遍，个别方言词建议加注，引文需要注明出处。',
  '语言干净，结构稳妥，各章长短相称。第三辑两篇主题相近，可以合并；图稿说明与正文不一致的有三处，已在稿上标出，请责任编辑跟进核对。',
  '同意前面两级的意见。选题符合本社方向，导向正确，读者对象明确。同意签约，建议列入明年春季重点，定价与装帧请与营销部商定后再定。',
] as const;
const REVISE = '人物关系清楚，但第二部分时间线有几处对不上，请核对后重排；引文请注明出处；第四章的对话过于书面，请改得口语一些，其余没有意见。';
const letterOf = (title: string): string =>
  `您好：\n\n《${title}》需要修改，意见如下：\n\n1. 第二部分的时间线有几处对不上，请核对后重排。\n2. 引文请注明出处，没有出处的改为转述。\n3. 第四章的对话过于书面，请改得口语一些。\n\n请在30天内修回。`;

/** Due dates of open tasks, in days from now: some late, some soon, some far. */
const DUE = [-11, -4, -1, 2, 6, 12] as const;

/** The three reviews of the demo manuscripts that have reached them. */
export async function addReviews(tx: Tx, now: number, manuscripts: readonly DemoManuscript[]): Promise<void> {
  const people = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const auditors: Readonly<Record<Level, string>> = { one: 'editor2', two: 'section', last: 'chief' };
  const sorted = manuscripts.filter(({ entered }) => entered.has('audit_one'));
  for (const [index, manuscript] of sorted.entries()) {
    for (const level of LEVELS) {
      const began = manuscript.entered.get(STATE[level]);
      if (began === undefined) continue;
      const done = manuscript.entered.get(AFTER[level]);
      const revised = manuscript.status === 'revising' && level === 'one';
      const finishedAt = done ?? (revised ? manuscript.entered.get('revising') : undefined) ?? null;
      const first = manuscript.editorId === people.get('editor2') ? 'editor1' : auditors.one;
      const auditorId = people.get(level === 'one' ? first : auditors[level]) ?? null;
      // One task of each three that are open waits for a reviewer, and one has not been accepted yet.
      const status: ReviewState = revised
        ? 'revise'
        : finishedAt !== null
          ? 'adopted'
          : ((['reviewing', 'assigned', 'pending'] as const)[index % 3] ?? 'reviewing');
      const open = finishedAt === null;
      const dueAt = status === 'pending' ? null : open ? now + (DUE[index % DUE.length] ?? 5) * DAY_MS : began + LEVEL_DAYS[level] * DAY_MS;
      const { id } = await tx
        .insertInto('review')
        .values({
          archiveId: manuscript.id,
          level,
          round: 1,
          auditorId: status === 'pending' ? null : auditorId,
          assignedBy: people.get('worksadmin') ?? null,
          assignedAt: status === 'pending' ? null : began,
          dueAt,
          finishedAt,
          politics: open ? '' : 'ok',
          quality: open ? '[]' : JSON.stringify([8, 7 + (index % 3), 8, 7]),
          opinion: open ? '' : revised ? REVISE : (OPINIONS[LEVELS.indexOf(level)] ?? OPINIONS[0]),
          suggestion: open ? '' : revised ? 'revise' : 'adopt',
          status,
          createBy: 'worksadmin',
          createTime: began,
          updateTime: finishedAt ?? began,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (open && dueAt !== null) await noteReminded(tx, 'review', id, dueAt, now);
      if (revised && finishedAt !== null)
        await tx
          .insertInto('letter')
          .values({
            entity: 'manuscript',
            entityId: manuscript.id,
            event: 'reviseByReview',
            subject: `请修改《${manuscript.title}》`,
            content: letterOf(manuscript.title),
            recipients: JSON.stringify([manuscript.ownerId]),
            link: `/authorBackground/publish?archiveId=${manuscript.id}`,
            senderId: manuscript.editorId ?? manuscript.ownerId,
            status: 'sent',
            createTime: finishedAt,
            sendAt: finishedAt + LETTER_MS,
          })
          .execute();
      if (open && status !== 'pending')
        await tx.updateTable('manuscript').set({ turn: 'reviewer', turnUserId: auditorId, dueAt }).where('id', '=', manuscript.id).execute();
      if (!open)
        await tx
          .insertInto('flowLog')
          .values({
            entityType: 'review',
            entityId: id,
            event: revised ? 'submitRevise' : 'submitAdopt',
            fromStatus: 'reviewing',
            toStatus: status,
            operatorId: auditorId ?? 0,
            note: '',
            at: finishedAt ?? now,
          })
          .execute();
    }
  }
}

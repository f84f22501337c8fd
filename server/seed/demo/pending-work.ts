import { DAY_MS } from '../../../contract/clock.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { nextNumber } from '../../db/sequence.ts';

/** Tasks that wait for staff on the first day: applications, and content that waits for approval. */
export async function addPendingWork(tx: Tx, now: number): Promise<void> {
  const people = await tx.selectFrom('user').select(['id', 'userName']).execute();
  const idOf = (userName: string): number => people.find((one) => one.userName === userName)?.id ?? 0;
  for (const [userName, realName, targetMode, unit, reason, daysAgo] of APPLICATIONS) {
    const at = now - daysAgo * DAY_MS;
    const number = String(await nextNumber(tx, 'apply')).padStart(5, '0');
    const { id } = await tx
      .insertInto('applyForLog')
      .values({
        applyNo: `SQ${wireTime(at).slice(0, 10).replaceAll('-', '')}${number}`,
        userId: idOf(userName),
        targetMode,
        realName,
        unit,
        reason,
        materials: '[]',
        status: 'pending',
        createBy: userName,
        createTime: at,
        updateTime: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const step = { event: 'apply', fromStatus: '', toStatus: 'pending', note: reason };
    await tx
      .insertInto('flowLog')
      .values({ entityType: 'applyForLog', entityId: id, ...step, operatorId: idOf(userName), at })
      .execute();
  }
  const at = now - DAY_MS / 2;
  await tx
    .insertInto('notice')
    .values({
      noticeTitle: '年末读书会报名通知',
      noticeType: '1',
      noticeContent: '<p>年末读书会定于下月第二个周六下午在本社三楼举行，共读《桥上的灯》。名额四十人，先报先得。</p>',
      status: 'pending',
      publishTime: null,
      submitBy: idOf('opsadmin'),
      createBy: 'opsadmin',
      createTime: at,
      updateTime: at,
    })
    .execute();
  const waiting = { createBy: 'opsadmin', createTime: at, updateTime: at, submitBy: idOf('opsadmin') };
  await tx
    .insertInto('banner')
    .values([
      {
        title: '年末读书会',
        subtitle: '共读《桥上的灯》',
        note: '名额四十人',
        drawing: 'windows',
        position: 'home',
        linkType: 'url',
        linkValue: '/cms/main/notice',
        orderNum: 6,
        status: 'pending',
        ...waiting,
      },
      {
        title: '新年第一本书',
        subtitle: '编辑部的新年书单',
        note: '新年上线',
        drawing: 'hills',
        position: 'home',
        linkType: 'url',
        linkValue: '/cms/main/collectedWorks',
        orderNum: 7,
        status: 'scheduled',
        publishTime: now + 20 * DAY_MS,
        expireTime: now + 40 * DAY_MS,
        ...waiting,
      },
    ])
    .execute();
  await tx
    .insertInto('slogan')
    .values({ content: '灯亮着，书开着，就不算夜深。', position: 'login', orderNum: 1, status: 'pending', ...waiting })
    .execute();
}

const APPLICATIONS: readonly (readonly [userName: string, realName: string, targetMode: string, unit: string, reason: string, daysAgo: number])[] = [
  ['reader11', '苏明远', 'author', '江城第三中学', '教语文十二年，写成一部关于方言与童谣的随笔，想在贵社投稿。', 4],
  ['reader12', '顾青禾', 'reviewer', '东湖师范学院外国语学院', '研究英语教材编写，愿意为教材类书稿做外部审读。', 2],
  ['reader13', '林知夏', 'author', '自由撰稿', '完成了一部以码头为背景的中篇小说，约九万字。', 1],
];

import type { AppContext } from '../../context.ts';

/** Level, workplace, field and introduction of the demo accounts `author1` to `author6`, in this order. */
const AUTHORS: readonly (readonly [level: 'ordinary' | 'signed' | 'gold', workUnit: string, fields: string, biography: string])[] = [
  ['gold', '专职写作', '长篇小说', '写小说，住在桥边。书里的尺寸都是自己拿卷尺量过的。'],
  ['signed', '江城渡口管理所', '小说、英语读物', '在渡口上班，船来以前写，船走以后改。'],
  ['signed', '东湖师范学院', '散文', '教古代汉语，写竖排的信，收信人都住在同一条街上。'],
  ['signed', '江城外国语学院', '翻译理论', '译书二十一年，相信每一页都有一处非绕路不可。'],
  ['ordinary', '远山大学', '词典学', '编字典的人，家里没有一本字典放在够得着的地方。'],
  ['ordinary', '自由撰稿', '短篇小说', '下雨天写得快，晴天修改。'],
];

/** Adds the authors with the works that carry their names. Repeated calls add nothing. */
export async function addAuthors({ db }: AppContext): Promise<void> {
  const now = Date.now();
  const works = await db.selectFrom('publication').select(['id', 'authorsText']).where('delFlag', '=', '0').orderBy('id').execute();
  for (const [index, [authorLevel, workUnit, fields, biography]] of AUTHORS.entries()) {
    const user = await db
      .selectFrom('user')
      .select(['id', 'nickName'])
      .where('userName', '=', `author${index + 1}`)
      .executeTakeFirst();
    if (!user || (await db.selectFrom('author').select('id').where('userId', '=', user.id).executeTakeFirst())) continue;
    const publishIds = works.filter(({ authorsText }) => authorsText === user.nickName).map(({ id }) => id);
    await db
      .insertInto('author')
      .values({
        userId: user.id,
        penName: user.nickName,
        authorLevel,
        workUnit,
        fields,
        education: '其他',
        biography: `<p>${biography}</p>`,
        publishIds: JSON.stringify(publishIds),
        createBy: 'worksadmin',
        createTime: now,
        updateTime: now,
      })
      .execute();
  }
}

import type { ModerationState } from '../../../contract/comment/comment.ts';
import type { Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';

const MARK = 'demo comments';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Comments of readers: text, replies, and how many readers found it useful. */
const THREADS: readonly (readonly [text: string, useful: number, replies: readonly string[]])[] = [
  ['睡前读了两章，语言很干净，没有一句多余的话。', 9, ['我也是分几晚读完的，每晚一章正好。', '第三章值得再读一遍。']],
  [
    '给上初中的孩子买的，结果我先读完了。注释放在页边，查起来方便。',
    12,
    ['请问适合小学高年级吗？', '我家五年级能读，个别词要解释。', '谢谢，这就下单。'],
  ],
  ['离线缓存以后在地铁上读，断网也没有中断过，页码和批注都还在。', 6, []],
  ['对话写得好，人物一开口就知道是谁。', 7, ['尤其是祖父那几段。']],
  ['例句都是日常会用到的，不是教科书腔。跟着录音读了一周，开口顺多了。', 15, ['请问录音在哪里听？', '详情页下面有配套音频。']],
  ['结尾没有把话说满，留了余地，我喜欢这种写法。', 5, ['同感，合上书还在想。']],
  ['排版舒服，竖排那一版的行距再松一点就更好了。', 3, ['已经反馈给编辑，下一版会调整吧。']],
  ['作者对小城的描写让我想起老家的河埠头，雨天的味道都写出来了。', 11, []],
  ['练习题偏少，希望再版时每章加几道。', 2, ['附录里有补充练习，别漏了。']],
  ['第二章讲校样的部分对新手编辑很有用，照着做少走了弯路。', 8, ['我们社里培训就用的这一章。', '红笔的用法那一节最实在。']],
  ['插图是作者自己画的吗？很耐看。', 4, ['版权页写着是作者手绘。']],
  ['翻译腔几乎没有，读起来像中文写作。', 10, []],
  ['听书的声音清楚，语速可以调，做家务的时候听正合适。', 6, ['我调到 1.2 倍，刚好。']],
  ['短篇之间有暗线，读到最后一篇才发现前面的灯是同一盏。', 13, ['被你一说我又翻回去看了。', '这算不算剧透啊。']],
  ['价格公道，内容扎实，推荐给正在准备考试的同学。', 3, []],
  ['书里引用的资料都标了出处，写论文的时候省了很多力气。', 5, []],
  ['小朋友自己会点朗读，读到哪里字就亮到哪里，很喜欢。', 9, ['我家的每天要听两遍月亮那篇。']],
  ['有几处错字，用错字反馈报上去，两天就收到答复了，认真。', 7, ['编辑部回复很快，赞一个。']],
];
const SPOILER = '原来寄信的人就是开头那个修伞的师傅，最后一章一下子全明白了。';
const PENDING = [
  '这一版和初版相比改动大吗？有没有人对照过？',
  '加我好友可以领全套资料，先到先得。',
  '作者的观点我不太同意，第五章的数据应该更新了。',
  '内部渠道低价转让会员，需要的私聊。',
  '请问什么时候出第二册？等了很久了。',
  '这本书的主角和我同名，读的时候总想笑。',
];
const FOLDED = ['楼上几位根本没读懂，别在这里装内行。', '随便翻了翻，写的什么东西，浪费时间。'];

/** Notes of authors, by the number of the demo author. */
const NOTES: readonly (readonly [author: number, title: string, text: string, likes: number])[] = [
  [
    1,
    '写在《桥上的灯》之后',
    '书里的那座桥是真的，只是灯是我添上去的。小时候停电的晚上，桥头卖馄饨的人会点一盏煤油灯，我一直记得那一小圈光。谢谢来信的读者，你们说到的每一盏灯，我都认得。',
    28,
  ],
  [
    2,
    '关于练习的答案',
    '很多老师来信要答案。我的想法是，写作练习没有标准答案，但可以有参考的路。下个月我会把自己写的几份草稿放出来，连同涂改的痕迹。',
    19,
  ],
  [3, '译后的一点补充', '有读者问为什么「清晨」没有译成「早上」。原文里那个词带着露水的凉意，「早上」太暖了。翻译就是在这样的小地方犹豫很久。', 22],
  [1, '', '这周在校第二版的样子，改了三处方言用字，感谢江城的两位读者指出来。', 12],
  [
    4,
    '给第一次写小说的同学',
    '先写完，再写好。第一稿允许它笨拙，允许它跑题，允许它有三个不同的结尾。写完之后放两个星期，再回来当它的第一个读者。',
    35,
  ],
  [5, '采访本里的一页', '写渔村那一章的时候，我在码头住了十九天。采访本里记得最多的不是故事，是潮水的时间。后来这些时间成了整章的节奏。', 17],
  [6, '画错的一张插图', '第四十二页的船少画了一根缆绳，细心的小读者来信告诉我。再版时会补上，也请这位小读者收下我画的那根缆绳。', 41],
  [2, '', '下周六下午在线上和大家聊「怎样修改自己的句子」，欢迎把你正在改的一段带来。', 9],
  [3, '', '新译稿交了。最后一句改了十一遍，还是觉得第一遍最好。', 26],
  [4, '', '收到了第一封手写的读者来信，信纸上有茶渍，我把它夹在了手稿里。', 30],
  [5, '关于书里的地图', '书后的地图是按老县志画的，有些村子已经不在了。如果你的家乡在上面，欢迎告诉我它现在的样子。', 14],
  [6, '', '下一本写灯塔。已经爬了三座，膝盖有点疼，但是值得。', 21],
];
const WORDS: readonly (readonly [word: string, list: 'A' | 'B', remark: string])[] = [
  ['低价转让', 'B', '广告常用'],
  ['加我好友', 'B', '广告常用'],
  ['代写论文', 'A', '违反学术规范'],
  ['扫码领红包', 'A', '诈骗常用'],
  ['买卖书号', 'A', '违反出版管理规定'],
];

/** Adds comments of readers, notes of authors and what their moderation needs. Runs once, after the demo books. */
export async function addComments(context: AppContext): Promise<void> {
  const done = await context.db.selectFrom('sequence').select('value').where('name', '=', MARK).executeTakeFirst();
  if (done) return;
  const works = await context.db.selectFrom('publication').select('id').where('status', '=', 'listed').orderBy('id').execute();
  const readers = await context.db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'reader%').orderBy('id').execute();
  const authors = await context.db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'author%').orderBy('id').execute();
  if (works.length === 0 || readers.length === 0) return;
  const now = Date.now();
  const workAt = (index: number): number => works[index % works.length]?.id ?? 0;
  const readerAt = (index: number) => readers[index % readers.length] ?? { id: 0, userName: '' };
  await context.db.transaction().execute(async (tx) => {
    await tx.insertInto('sequence').values({ name: MARK, value: 1 }).execute();
    let person = 0;
    const add = (comment: Omit<NewComment, 'user'>): Promise<number> => addComment(tx, { ...comment, user: readerAt((person += 3)) });
    for (const [index, [content, useful, replies]] of THREADS.entries()) {
      const targetId = workAt(index * 5 + 1);
      const at = now - (THREADS.length - index) * 1.7 * DAY;
      const root = await add({ targetType: 'publication', targetId, content, at, replyNum: replies.length });
      await addLikes(tx, 'comment', root, readers.slice(0, useful), at);
      for (const [place, reply] of replies.entries())
        await add({ targetType: 'publication', targetId, content: reply, at: at + (place + 1) * 5 * HOUR, root });
    }
    await add({ targetType: 'publication', targetId: workAt(0), content: SPOILER, at: now - 3 * DAY, spoiler: true });
    for (const [index, content] of PENDING.entries())
      await add({ targetType: 'publication', targetId: workAt(index * 3), content, at: now - (index * 7 + 1) * HOUR, status: 'pending' });
    for (const [index, content] of FOLDED.entries()) {
      const id = await add({
        targetType: 'publication',
        targetId: workAt(index),
        content,
        at: now - (index + 2) * DAY,
        status: 'folded',
        reportNum: 5,
      });
      for (const { id: userId } of readers.slice(10, 15))
        await tx
          .insertInto('commentReport')
          .values({ commentId: id, userId, reason: 'abuse', createTime: now - (index + 1) * DAY })
          .execute();
    }
    for (const [index, [number, title, content, likes]] of NOTES.entries()) {
      const author = authors.find(({ userName }) => userName === `author${number}`);
      if (!author) continue;
      const at = now - (index * 4 + 1) * DAY;
      const { id } = await tx
        .insertInto('authorMessage')
        .values({
          ...waiting('visible', at),
          authorId: author.id,
          title,
          content,
          topFlag: index === 0 ? '1' : '0',
          replyNum: index % 3 === 0 ? 1 : 0,
          createBy: author.userName,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addLikes(tx, 'message', id, readers.slice(0, likes), at);
      if (index % 3 === 0) await add({ targetType: 'message', targetId: id, content: '谢谢分享，期待下一本。', at: at + HOUR });
    }
    for (const [word, list, remark] of WORDS)
      await tx.insertInto('sensitiveWord').values({ word, list, remark, createBy: 'opsadmin', createTime: now, updateTime: now }).execute();
    await tx
      .insertInto('penalty')
      .values({
        userId: readerAt(38).id,
        kind: 'noComment',
        fromTime: now - 2 * DAY,
        toTime: now + 5 * DAY,
        reason: '多次发布广告',
        liftedTime: null,
        createBy: 'opsadmin',
        createTime: now - 2 * DAY,
        updateTime: now - 2 * DAY,
      })
      .execute();
  });
}

const waiting = (status: ModerationState, at: number) => ({
  status,
  stateTime: at,
  auditTime: null,
  auditUserId: null,
  claimedBy: null,
  createTime: at,
  updateTime: at,
});

interface NewComment {
  readonly targetType: 'publication' | 'message';
  readonly targetId: number;
  readonly content: string;
  readonly user: { readonly id: number; readonly userName: string };
  readonly at: number;
  readonly status?: ModerationState;
  /** The comment that a reply answers. */
  readonly root?: number;
  readonly replyNum?: number;
  readonly reportNum?: number;
  readonly spoiler?: boolean;
}

async function addComment(
  tx: Tx,
  { targetType, targetId, content, user, at, status = 'visible', root, replyNum = 0, reportNum = 0, spoiler }: NewComment,
) {
  const { id } = await tx
    .insertInto('comment')
    .values({
      ...waiting(status, at),
      targetType,
      targetId,
      rootId: root ?? null,
      parentId: root ?? null,
      replyUserId: null,
      userId: user.id,
      content,
      score: null,
      replyNum,
      reportNum,
      spoiler: spoiler ? '1' : '0',
      createBy: user.userName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addLikes(tx: Tx, kind: 'comment' | 'message', targetId: number, by: readonly { id: number }[], createTime: number): Promise<void> {
  if (by.length === 0) return;
  await tx
    .insertInto('contentLike')
    .values(by.map(({ id: userId }) => ({ kind, targetId, userId, createTime })))
    .execute();
  await tx
    .updateTable((kind === 'comment' ? 'comment' : 'authorMessage') as 'comment')
    .set({ likeNum: by.length })
    .where('id', '=', targetId)
    .execute();
}

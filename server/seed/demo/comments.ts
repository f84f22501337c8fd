import { DAY_MS } from '../../../contract/clock.ts';
import type { ModerationState } from '../../../contract/comment/comment.ts';
import type { Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';

const MARK = 'demo comments';
const HOUR = 3_600_000;

interface Thread {
  /** Title of a demo book; the comment is about that book and no other. */
  readonly book: string;
  readonly text: string;
  readonly useful: number;
  readonly replies: readonly string[];
}

/** Comments of readers, each about one book: text, replies, and how many readers found it useful. */
export const THREADS: readonly Thread[] = [
  {
    book: '桥上的灯',
    text: '睡前读了两章，语言很干净，没有一句多余的话。',
    useful: 9,
    replies: ['我也是分几晚读完的，每晚一章正好。', '“十一道缝”那章值得再读一遍。'],
  },
  {
    book: '月亮邮局',
    text: '给上小学的孩子买的，结果我先读完了。每个故事都短，正好是一次睡前的长度。',
    useful: 12,
    replies: ['请问几岁能听懂？', '我家五岁能听，七岁自己读。', '谢谢，今晚就读给她听。'],
  },
  { book: '雨停在四点半', text: '离线缓存以后在地铁上读，断网也没有中断过，雨下到哪一页都还在。', useful: 6, replies: [] },
  { book: '桥上的灯', text: '对话写得好，人物一开口就知道是谁。', useful: 7, replies: ['尤其是祖父那几段。'] },
  {
    book: '听见清晨',
    text: '例句都是早上用得到的，不是教科书腔。跟着录音晨读了一周，开口顺多了。',
    useful: 15,
    replies: ['请问录音在哪里听？', '详情页下面有配套音频。'],
  },
  { book: '渡口来信', text: '结尾没有把话说满，最后一封信寄没寄到，留给读的人想。', useful: 5, replies: ['同感，合上书还在想。'] },
  { book: '竖着读的信', text: '读着读着真的想把信纸竖过来。慢下来的那几篇最好。', useful: 3, replies: ['写给外婆的那封我读了两遍。'] },
  { book: '渡口来信', text: '作者对渡口的描写让我想起老家的河埠头，雨天的味道都写出来了。', useful: 11, replies: [] },
  {
    book: '第一站：日语小故事',
    text: '故事很短，生词不多，学完五十音就能读。练习偏少，希望再版时每站加几道。',
    useful: 2,
    replies: ['跟着读三遍，比做题有用。'],
  },
  {
    book: '校样上的红笔',
    text: '“会走路的数字”那一节对新手编辑很有用，照着核了一遍，真抓到两处。',
    useful: 8,
    replies: ['我们社里培训就用的这一本。', '封面上的大字那一类，我也栽过。'],
  },
  { book: '月亮邮局', text: '插图和故事一样安静，孩子每次都要先找月亮在哪里。', useful: 4, replies: ['我家的也是，找到才肯睡。'] },
  { book: '翻译是过河', text: '不讲空道理，每一讲都从一个难句下手，改三遍给你看。读完再看自己的译稿，处处想动。', useful: 10, replies: [] },
  { book: '翻译是过河', text: '过河的比方用得好：先看清对岸，再找石头。', useful: 6, replies: ['第三讲的石头我踩空过。'] },
  {
    book: '雨停在四点半',
    text: '几段故事之间有暗线，读到最后才发现躲的是同一场雨。',
    useful: 13,
    replies: ['被你一说我又翻回去看了。', '这算不算剧透啊。'],
  },
  { book: '桌上的字典', text: '八个天天用的词，写出八篇文章。“打”字那篇笑出声，也真长知识。', useful: 3, replies: [] },
  { book: '学术写作第一课', text: '从怎样提问讲到怎样引用，例子都是学生常犯的错，开题之前读它省了很多力气。', useful: 5, replies: [] },
  { book: '听见清晨', text: '点一下朗读，读到哪里字就亮到哪里，孩子和我一起跟读。', useful: 9, replies: ['我家每天早饭前听一课。'] },
  { book: '校样上的红笔', text: '讲校对的书自己也经得起校：我找了一晚上，一个错字也没找到。', useful: 7, replies: ['作者看到会高兴的。'] },
];
const ON_BRIDGE = '桥上的灯';
const SPOILER = '原来十一封信早就有人替他收着，最后一章一下子全明白了。';
/** Comments that wait for a moderator, each about one book. */
export const PENDING: readonly (readonly [book: string, text: string])[] = [
  ['校样上的红笔', '这一版和初版相比改动大吗？有没有人对照过？'],
  ['听见清晨', '加我好友可以领全套资料，先到先得。'],
  ['学术写作第一课', '作者的观点我不太同意，讲引用的那一课应该更新了。'],
  ['翻译是过河', '内部渠道低价转让会员，需要的私聊。'],
  ['第一站：日语小故事', '请问什么时候出第二册？等了很久了。'],
  ['渡口来信', '写信的人和我同名，读的时候总想笑。'],
];
export const FOLDED: readonly (readonly [book: string, text: string])[] = [
  ['桥上的灯', '楼上几位根本没读懂，别在这里装内行。'],
  ['渡口来信', '随便翻了翻，写的什么东西，浪费时间。'],
];

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
  const works = await context.db.selectFrom('publication').select(['id', 'title']).where('status', '=', 'listed').orderBy('id').execute();
  const readers = await context.db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'reader%').orderBy('id').execute();
  const authors = await context.db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'author%').orderBy('id').execute();
  if (works.length === 0 || readers.length === 0) return;
  const now = Date.now();
  /** The first work of that title: the book, not its recording. Without the book its comments are left out. */
  const workOf = (book: string): number => works.find(({ title }) => title === book)?.id ?? 0;
  const readerAt = (index: number) => readers[index % readers.length] ?? { id: 0, userName: '' };
  await context.db.transaction().execute(async (tx) => {
    await tx.insertInto('sequence').values({ name: MARK, value: 1 }).execute();
    let person = 0;
    const add = (comment: Omit<NewComment, 'user'>): Promise<number> => addComment(tx, { ...comment, user: readerAt((person += 3)) });
    for (const [index, { book, text: content, useful, replies }] of THREADS.entries()) {
      const targetId = workOf(book);
      if (targetId === 0) continue;
      const at = now - (THREADS.length - index) * 1.7 * DAY_MS;
      const root = await add({ targetType: 'publication', targetId, content, at, replyNum: replies.length });
      await addLikes(tx, 'comment', root, readers.slice(0, useful), at);
      for (const [place, reply] of replies.entries())
        await add({ targetType: 'publication', targetId, content: reply, at: at + (place + 1) * 5 * HOUR, root });
    }
    if (workOf(ON_BRIDGE) > 0)
      await add({ targetType: 'publication', targetId: workOf(ON_BRIDGE), content: SPOILER, at: now - 3 * DAY_MS, spoiler: true });
    for (const [index, [book, content]] of PENDING.entries())
      await add({ targetType: 'publication', targetId: workOf(book), content, at: now - (index * 7 + 1) * HOUR, status: 'pending' });
    for (const [index, [book, content]] of FOLDED.entries()) {
      const id = await add({
        targetType: 'publication',
        targetId: workOf(book),
        content,
        at: now - (index + 2) * DAY_MS,
        status: 'folded',
        reportNum: 5,
      });
      for (const { id: userId } of readers.slice(10, 15))
        await tx
          .insertInto('commentReport')
          .values({ commentId: id, userId, reason: 'abuse', createTime: now - (index + 1) * DAY_MS })
          .execute();
    }
    for (const [index, [number, title, content, likes]] of NOTES.entries()) {
      const author = authors.find(({ userName }) => userName === `author${number}`);
      if (!author) continue;
      const at = now - (index * 4 + 1) * DAY_MS;
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
        fromTime: now - 2 * DAY_MS,
        toTime: now + 5 * DAY_MS,
        reason: '多次发布广告',
        liftedTime: null,
        createBy: 'opsadmin',
        createTime: now - 2 * DAY_MS,
        updateTime: now - 2 * DAY_MS,
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

import type { TutorState } from '../../../contract/tutor/tutor.machine.ts';
import type { TutorMode } from '../../../contract/tutor/tutor-limits.ts';

/** A tutoring of the demo: applicant, expert, days from the installation, and what was written. */
export interface DemoTutor {
  readonly who: string;
  readonly expert: string;
  /** The first slot of the expert on or after this day; negative for the past. */
  readonly day: number;
  readonly mode: TutorMode;
  readonly topic: string;
  readonly question: string;
  readonly status: TutorState;
  /** Its fee is paid by an order, in `money/fees.ts`, which takes it from 待支付 to its state. */
  readonly byOrder?: true;
  readonly link?: string;
  /** Why it was declined or cancelled. */
  readonly reason?: string;
  readonly summary?: string;
  readonly rating?: number;
  readonly ratingNote?: string;
  /** Messages, the applicant's begin with `>`. */
  readonly thread?: readonly string[];
}

export const WEEKLY: Readonly<Record<string, readonly (readonly [weekday: number, startMinute: number])[]>> = {
  prof1: [
    [1, 1140],
    [3, 840],
    [6, 540],
    [6, 630],
  ],
  prof2: [
    [2, 600],
    [4, 900],
    [4, 990],
  ],
  prof3: [
    [5, 1170],
    [7, 600],
    [7, 840],
  ],
};

export const FIELDS: Readonly<Record<string, string>> = {
  prof1: '小说与散文写作、口译与听写',
  prof2: '文学翻译、日语与英语',
  prof3: '选题与编校、第一次出书',
};

export const INTROS: Readonly<Record<string, string>> = {
  prof1: '<p>做了十六年会议口译，教写作十二年，最常做的事是陪人把一段话改到不能再短。带稿子来，我们就从第一句谈起。</p>',
  prof2: '<p>做翻译，也教翻译。来谈的人请附上原文和自己的两种译法，我们只谈为什么选这一种。</p>',
  prof3: '<p>做了半辈子编辑，经手的书三百多种。愿意和第一次出书的人聊聊：稿子怎样才算写完，出版社到底在看什么。</p>',
};

export const DEMO_TUTORS: readonly DemoTutor[] = [
  {
    who: 'reader1',
    expert: 'prof1',
    day: 4,
    mode: 'online',
    topic: '短篇小说的开头怎样才不啰嗦',
    question: '我写了一个八千字的短篇，开头三段都在交代小镇的来历，朋友说看到第二页才进故事。可是删掉之后后面又接不上，想请您看看该留哪些。',
    status: 'applied',
  },
  {
    who: 'reader2',
    expert: 'prof2',
    day: 6,
    mode: 'text',
    topic: '日语长句拆译的分寸',
    question: '译一篇关于海边旅馆的散文，原文一句话常有五六行。拆开译读着顺，但原来的拖沓感也没有了，不知道应该保留到什么程度。',
    status: 'applied',
    thread: ['>我把原文和两种译法都贴在网盘里了，约在文字辅导时一起看。'],
  },
  {
    who: 'author2',
    expert: 'prof3',
    day: 9,
    mode: 'offline',
    topic: '散文集的编排次序',
    question: '手头有四十一篇散文，写作时间跨了九年。按时间排像流水账，按主题排又觉得生硬，想当面请教编辑会怎样排。',
    status: 'applied',
  },
  {
    who: 'reader3',
    expert: 'prof1',
    day: 7,
    mode: 'online',
    topic: '第一人称里的“我”知道多少',
    question: '小说用少年的第一人称写，可是有些事他当时不可能懂。怎样让读者看明白，又不让他说出不该他说的话？',
    status: 'wait_pay',
    link: 'https://meet.example.com/hua-0312',
    thread: [
      '稿子我先看了前两章，叙述者的年纪要先定下来，是当时的他，还是后来回想的他？',
      '>是后来回想的他，大概三十岁。',
      '那就好办了。辅导时我们把两种口气各写一段对比。',
    ],
  },
  {
    who: 'author3',
    expert: 'prof2',
    day: 13,
    mode: 'text',
    topic: '方言对白的翻译',
    question: '原作里渔民说关西腔，译成普通话就没有了味道，译成某一地的方言又像是那个地方的人在说话，有没有折中的办法？',
    status: 'wait_pay',
  },
  {
    who: 'reader1',
    expert: 'prof3',
    day: 2,
    mode: 'online',
    topic: '投稿信怎么写',
    question: '第一次给出版社投稿，不知道投稿信里该写多少内容简介，也不知道样章选第一章还是选写得最好的一章。',
    status: 'scheduled',
    link: 'https://meet.example.com/wei-0207',
    thread: ['>我写了一版投稿信，大约六百字，会不会太长？', '六百字不长，先发来看看。样章一般从头给，编辑要看你怎样开头。', '>好的，今晚发给您。'],
  },
  {
    who: 'reader5',
    expert: 'prof1',
    day: 11,
    mode: 'offline',
    topic: '写一座城，从哪里写起',
    byOrder: true,
    question: '想写一组关于家乡旧城区的文章，材料收了三年，越收越不敢动笔。想当面聊聊怎样从一条街、一个人写起。',
    status: 'scheduled',
    link: '本社三楼读者会客室',
    thread: ['先不要带材料来，带一张你自己画的旧城区地图。'],
  },
  {
    who: 'author4',
    expert: 'prof2',
    day: -3,
    mode: 'text',
    topic: '诗歌翻译里的韵',
    byOrder: true,
    question: '译十四行诗时押了韵就伤意思，不押韵又像分行的散文，想听听您在取舍上的经验。',
    status: 'scheduled',
    thread: ['>我把三首的初译贴在这里，每首都有押韵和不押韵两版。', '第二首不押韵那版更好，原因我在文字里逐行写了。'],
  },
  {
    who: 'reader6',
    expert: 'prof3',
    day: -6,
    mode: 'online',
    topic: '书名定不下来',
    question: '书稿写完了，书名换了七个。编辑朋友都说各有各的好，可我自己一个也不满意，想请您从读者和书店的角度看看。',
    status: 'done',
    link: 'https://meet.example.com/wei-0118',
    summary:
      '七个书名里有五个在解释内容，读者读完才会觉得好，没读之前不会伸手。我们把书里反复出现的三样东西列了出来，最后落在渡口的那盏灯上，暂定《渡口有灯》，副题不要。下一步请把封底文字也按这个意象重写一遍，控制在一百二十字以内。',
    thread: ['>谢谢老师，封底我这周写好发来。'],
  },
  {
    who: 'reader7',
    expert: 'prof1',
    day: -9,
    mode: 'online',
    topic: '人物对话太像作者自己',
    byOrder: true,
    question: '读者说我小说里的人物说话都一个样。我改了几遍用词，还是像。问题是不是不在用词上？',
    status: 'done',
    link: 'https://meet.example.com/hua-0295',
    summary:
      '问题不在用词，在于每个人都把话说完整。现场改了第四章的饭桌一场：父亲只答半句，母亲总是换话题，儿子不接话，三个人立刻分开了。建议把全书对话单独抄出来读一遍，凡是可以互换说话人的句子都重写，先改前三章。',
  },
  {
    who: 'reader8',
    expert: 'prof1',
    day: -16,
    mode: 'offline',
    topic: '回忆录里写还在世的人',
    question: '写外婆的故事，绕不开几位还在世的亲戚。写真了怕伤人，写虚了又觉得对不起外婆，想请教分寸。',
    status: 'rated',
    link: '本社三楼读者会客室',
    summary:
      '先分清哪些是外婆的事，哪些是别人的事：前者可以写全，后者只写外婆看见的那一面。三处涉及亲戚婚姻的段落改为只写当天的天气和饭桌，读者自然明白。成稿之后请先给两位舅舅看过再投稿，他们提出的改动逐条记下来。',
    rating: 5,
    ratingNote: '谈完当天就把卡了半年的那一章写完了。',
    thread: ['>老师，照您说的只写饭桌，反而更有力量。', '这就对了。写的人忍住，读的人才会说话。'],
  },
  {
    who: 'author1',
    expert: 'prof2',
    day: -20,
    mode: 'text',
    topic: '自己的小说要不要自己译',
    question: '有家海外刊物想登我的短篇，问我要不要自己译成英文。我的英文够用但不地道，想听听您的建议。',
    status: 'rated',
    summary:
      '建议先自译一稿，再请母语译者改。自译的好处是取舍由你决定，哪些可以丢只有作者清楚；改稿的人负责让句子站住。我们对照看了开头两页，标出十一处直译痕迹，其中四处应当保留，那正是小说的口音。合作署名请在投稿前谈好。',
    rating: 4,
    ratingNote: '建议很具体，如果能再看一页就更好了。',
  },
  {
    who: 'reader9',
    expert: 'prof3',
    day: -12,
    mode: 'online',
    topic: '自费出版值不值得',
    question: '有机构说可以自费出书，包书号包发行。写的是家族史，只想印两百本送亲友，不知道合不合适。',
    status: 'declined',
    reason: '这类问题不需要约时间谈：只送亲友可以做内部资料，不必用书号。请看读者服务里的说明，祝顺利。',
  },
  {
    who: 'reader10',
    expert: 'prof1',
    day: 5,
    mode: 'online',
    topic: '悬疑小说的线索怎么埋',
    byOrder: true,
    question: '线索埋得浅，读者一眼看穿；埋得深，揭晓时又说不公平。想请您看看我列的线索表。',
    status: 'cancelled',
    reason: '稿子大改，线索表作废了，改好之后再约。',
  },
  {
    who: 'reader11',
    expert: 'prof2',
    day: -5,
    mode: 'text',
    topic: '译后记写什么',
    question: '第一次给译作写译后记，除了致谢不知道该写什么，担心写成读后感。',
    status: 'cancelled',
    reason: '专家临时住院，双方都同意改期，由工作人员取消，已付的辅导费全额退还。',
  },
];

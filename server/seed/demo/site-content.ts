import { DAY_MS } from '../../../contract/clock.ts';
import type { Tx } from '../../db/database.ts';

/** Slogans, notices and banners of the home page. Banners for a work are linked to it after the books are added. */
export async function addSiteContent(tx: Tx, now: number): Promise<void> {
  const base = { createBy: 'opsadmin', createTime: now, updateTime: now };
  await tx
    .insertInto('slogan')
    .values(
      [...SLOGANS.map((content) => ({ content, position: 'home' })), { content: READING_SLOGAN, position: 'reading' }].map((slogan, index) => ({
        ...slogan,
        orderNum: index + 1,
        status: 'published' as const,
        ...base,
      })),
    )
    .execute();
  await tx
    .insertInto('notice')
    .values(
      NOTICES.map(([noticeTitle, noticeType, daysAgo, topFlag, paragraphs]) => ({
        noticeTitle,
        noticeType,
        noticeContent: paragraphs.map((one) => `<p>${one}</p>`).join(''),
        status: 'published' as const,
        topFlag,
        publishTime: now - daysAgo * DAY_MS - 3_600_000,
        ...base,
      })),
    )
    .execute();
  await tx
    .insertInto('banner')
    .values(BANNERS.map((banner, index) => ({ ...banner, position: 'home', orderNum: index + 1, status: 'published' as const, ...base })))
    .execute();
}

const READING_SLOGAN = '挑书不必着急，先读一页，再决定带谁回家。';

const SLOGANS = [
  '书是慢慢走的船，你翻开一页，它就离岸一寸。',
  '路上没有信号的时候，正好读书。',
  '一天读十页，一年就是一架书。',
  '把灯调暗一点，把字调大一点，今晚读完这一章。',
  '读不懂的地方先留着，下一次路过时再敲门。',
  '好书不催人，它只是一直开着那一页。',
  '从第一个字开始，谁都是新读者。',
  '书架不必满，够今晚读就行。',
  '把一句话读出声，它就成了你的。',
  '合上书的时候，外面的路也长了一截。',
];

type Notice = readonly [title: string, type: '1' | '2', daysAgo: number, top: '0' | '1', paragraphs: readonly string[]];

const NOTICES: readonly Notice[] = [
  [
    '书舟阅读平台上线公告',
    '2',
    1,
    '1',
    [
      '启明外语音像出版社的数字阅读平台“书舟”今天起向所有读者开放。您可以在手机、平板和电脑上阅读，也可以把书存到本机，没有网络的时候接着读。',
      '阅读进度会在您的设备之间同步；试读不需要登录，收藏、评分和存到本机需要先注册账号。',
      '使用中遇到问题，请拨打 13800000000，工作日 9:00 至 17:00 有编辑值班。',
    ],
  ],
  [
    '冬季书单：十二本可以离线读的书',
    '1',
    2,
    '0',
    [
      '天冷的日子适合慢读。我们从今年的新书里选出十二本，都可以存到本机，出门坐车也能读。',
      '书单里有小说、随笔、外语读物和写给孩子的故事，其中几本全书免费。',
    ],
  ],
  [
    '关于电子书勘误的说明',
    '2',
    4,
    '0',
    [
      '电子书出版以后，如果您发现错字、漏字或者排版问题，请记下书名、章节和原句告诉我们。',
      '编辑核实以后会更新版本。您的阅读位置会保留在原来的地方。',
    ],
  ],
  ['元旦假期读者服务时间安排', '1', 6, '0', ['元旦假期三天，电话值班改为每天 10:00 至 16:00。平台照常可以阅读。']],
  [
    '《桥上的灯》新书读者见面会',
    '1',
    8,
    '0',
    ['长篇小说《桥上的灯》作者何语将与读者见面，谈谈一座老桥怎样走进一本书。', '见面会名额六十人，现场有问答和签名。请提前一天电话报名。'],
  ],
  ['外语读物新增三册', '1', 11, '0', ['英语、日语、法语读物各添一册，正文前三章可以试读。每册配有词语注释。']],
  ['读者阅读习惯问卷', '1', 15, '0', ['我们想知道您在什么时候、什么地方读书，字调到多大，喜欢哪种纸色。问卷一共八题，三分钟可以答完。']],
  ['平台例行维护通知', '2', 18, '0', ['本周日凌晨 2:00 至 4:00 进行例行维护，期间无法登录和存书，已经存到本机的书不受影响。']],
  ['编辑岗位招聘', '2', 22, '0', ['外语编辑室招聘责任编辑两名，负责英语和日语读物。要求出版专业中级资格，有三年以上审稿经验。']],
  ['童书编辑室开放日', '1', 26, '0', ['开放日当天，小读者可以看一本书怎样从草图变成书页，也可以试着给封面上色。']],
  ['著作权使用声明', '2', 33, '0', ['平台上的作品均由作者授权出版。未经许可，请勿复制、转载或者公开传播。引用时请注明书名、作者和出版社。']],
  ['投稿须知', '1', 40, '0', ['欢迎投寄未发表过的原创作品。请附内容简介、章节目录和不少于三章的样稿，编辑会在收稿后三十天内答复。']],
];

const BANNERS = [
  { title: '桥上的灯', subtitle: '何语最新长篇', note: '前三章免费读', drawing: 'bridge', linkType: 'publication', linkValue: '桥上的灯' },
  {
    title: '路上也能读',
    subtitle: '存到本机，断网接着读',
    note: '十二本书可以离线',
    drawing: 'waves',
    linkType: 'url',
    linkValue: '/cms/main/collectedWorks',
  },
  {
    title: '免费好书',
    subtitle: '全书免费，翻开就读',
    note: '编辑部每月更新',
    drawing: 'windows',
    linkType: 'url',
    linkValue: '/cms/main/cmsReadingCenter?price=free',
  },
  { title: '听见清晨', subtitle: '英语晨读十六课', note: '附词语注释', drawing: 'ripples', linkType: 'publication', linkValue: '听见清晨' },
  { title: '书舟上线', subtitle: '启明外语音像出版社', note: '看看公告', drawing: 'hills', linkType: 'url', linkValue: '/cms/main/notice' },
];

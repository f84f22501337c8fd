export interface DemoNews {
  readonly title: string;
  readonly category: 'scholar' | 'meeting' | 'book' | 'trade';
  readonly daysAgo: number;
  readonly top?: true;
  /** Name of a demo scholar. */
  readonly scholar?: string;
  readonly books?: readonly string[];
  readonly author?: string;
  readonly status?: 'published' | 'pending' | 'draft' | 'scheduled';
  readonly text: readonly string[];
}

export const NEWS: readonly DemoNews[] = [
  {
    title: '严见山公开课：一篇文章该从哪里删起',
    category: 'scholar',
    daysAgo: 1,
    top: true,
    scholar: '严见山',
    books: ['学术写作第一课'],
    author: '林运营',
    text: [
      '上周五晚，远山大学严见山教授在本社三楼讲了一堂公开课。他带来一篇八百字的习作，和在场的六十位读者一起删到三百字。',
      '第一段最先被删。作者本人也在座，他举手说那一段写了一个星期。严见山回答：“那一个星期没有白费，没有它就没有第二段。”',
      '公开课的录音整理稿将收入《学术写作第一课》的下一次印刷。',
    ],
  },
  {
    title: '华聆新著《箱子里的人》座谈：译员的沉默',
    category: 'scholar',
    daysAgo: 3,
    scholar: '华聆',
    text: [
      '同传箱大约一米六见方，两个人，一盏灯。江城外国语学院华聆教授在座谈会上说，她写这本书，是因为离开箱子以后才听见自己当年的呼吸声。',
      '与会的青年译员问她怎样面对译不出来的句子。她说，先承认听见了，再承认没听懂，最后才是想办法。',
    ],
  },
  {
    title: '第六届词典与日常语言研讨会征稿',
    category: 'meeting',
    daysAgo: 5,
    scholar: '孔青',
    books: ['桌上的字典'],
    text: [
      '会议定于明年四月在海桥师范大学举行，议题是“例句从哪里来”。欢迎提交关于口语语料、例句伦理和词条删改的论文。',
      '摘要不超过六百字，请在一月底前发送至会务组。会议不收注册费，提供两日午餐。',
    ],
  },
  {
    title: '《翻译是过河》重印，增补一讲',
    category: 'book',
    daysAgo: 6,
    scholar: '张雨',
    books: ['翻译是过河'],
    text: ['本次重印增补第九讲《回头看岸》，讨论译完之后怎样读自己的译文。已购读者可以在书架里免费更新。'],
  },
  {
    title: '门口书架走到第十七个村',
    category: 'scholar',
    daysAgo: 8,
    scholar: '仇若谷',
    text: [
      '第十七个门口书架立在青禾市柳溪村的老磨坊外。仇若谷教授没有剪彩，只在木板上写了一行字：拿走可以，还回来更好，换一本也行。',
      '据村里的小学老师说，第一天少了九本，第三天多了十二本。',
    ],
  },
  {
    title: '尉迟长风口传长歌整理本结项',
    category: 'scholar',
    daysAgo: 10,
    scholar: '尉迟长风',
    text: ['历时十四年，一万两千行长歌的整理本通过评审。其中三行依歌手的意愿不作文字记录，整理本在相应位置留了空白，并注明：此处请听。'],
  },
  {
    title: '校对技能竞赛落幕，最佳发现奖给了一个逗号',
    category: 'trade',
    daysAgo: 12,
    scholar: '冯知',
    books: ['校样上的红笔'],
    text: [
      '今年的校对技能竞赛共有四十一人参加。评委冯知把最佳发现奖颁给一位新人，她在六万字的校样里找出一个放错位置的逗号，它让一位已故的先生多活了三年。',
    ],
  },
  {
    title: '外语读物新书：听、读、写三步走',
    category: 'book',
    daysAgo: 14,
    books: ['听见清晨', '第一站：日语小故事'],
    text: ['两册新书都附词语注释，可以存到本机。编辑建议先听一遍，再读一遍，最后合上书把第一段讲给别人听。'],
  },
  {
    title: '数字出版沙龙：读者什么时候合上书',
    category: 'meeting',
    daysAgo: 16,
    scholar: '解一舟',
    text: ['解一舟研究员分享了他对页码的研究。他认为电子书不应取消页码，而应告诉读者“还有多远”。沙龙后半场讨论了进度条的形状。'],
  },
  {
    title: '两千三百册旧课本向公众开放预约',
    category: 'scholar',
    daysAgo: 19,
    scholar: '曾一苇',
    text: ['曾一苇副教授收藏的旧课本已全部编目，读者可以预约到馆翻阅。唯一的要求是：看到空白处的画，请不要擦。'],
  },
  {
    title: '草台班子的三百段唱词',
    category: 'scholar',
    daysAgo: 23,
    scholar: '单望潮',
    text: ['单望潮副教授把四年录下的唱词交给四个县的文化馆各存一份。老艺人听到自己三年前的声音，先说不像，又说再放一遍。'],
  },
  {
    title: '清代刻书人陆鹤汀的天气记录引起关注',
    category: 'scholar',
    daysAgo: 27,
    scholar: '陆鹤汀',
    text: [
      '气象史研究者从听橹轩刻本的末页小字里整理出六十年的雨雪记录。其中乾隆四十七年冬至写着：“雪，停刻，饮。”',
      '研究者说，这是他们见过的最短的停工说明。',
    ],
  },
  {
    title: '出版物质量抽查结果公布，本社三种图书合格',
    category: 'trade',
    daysAgo: 31,
    text: ['抽查涉及编校、印制两项。本社送检的三种图书编校差错率均低于万分之零点六。'],
  },
  {
    title: '月亮邮局读者来信展',
    category: 'book',
    daysAgo: 35,
    scholar: '岑晚',
    books: ['月亮邮局'],
    text: ['展出孩子们写给“岑岑”的二百封信，以及每封信的回信。有一封只有一句话：你的爪子冷吗？'],
  },
  {
    title: '阅读推广人培训班报名',
    category: 'meeting',
    daysAgo: 0,
    status: 'pending',
    scholar: '仇若谷',
    text: ['培训班为期三天，内容包括选书、摆书和怎样不打扰正在看书的人。名额三十人。'],
  },
  {
    title: '编辑札记：一本书的最后一遍',
    category: 'trade',
    daysAgo: 0,
    status: 'draft',
    text: ['付印前的最后一遍，编辑们各有各的读法。有人倒着读，有人只读数字，有人把稿子带到江边去。'],
  },
];

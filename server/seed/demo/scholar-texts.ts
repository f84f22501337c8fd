/** Other names of a demo scholar: name, kind, first year. */
type OtherName = readonly [name: string, kind: 'courtesy' | 'art' | 'pen' | 'foreign' | 'former' | 'other', from?: string];
/** Works that are not in the demo shop: title, kind, source, year. */
type Entry = readonly [title: string, kind: 'book' | 'paper' | 'translation' | 'textbook', source: string, year: string];

export interface DemoScholar {
  readonly name: string;
  /** The demo account bound to the page. */
  readonly user?: string;
  readonly pinyin: string;
  readonly dynasty?: string;
  /** Position in the list of demo colleges. */
  readonly college?: number;
  readonly title?: string;
  readonly field: string;
  readonly discipline: string;
  readonly recommend?: true;
  readonly intro: readonly string[];
  readonly achievements?: readonly string[];
  readonly names?: readonly OtherName[];
  /** Titles of demo works, bound when the works are in the shop. */
  readonly books?: readonly string[];
  readonly entries?: readonly Entry[];
}

export const SCHOLARS: readonly DemoScholar[] = [
  {
    name: '严见山',
    pinyin: 'Yan Jianshan',
    college: 0,
    title: '教授',
    field: '写作学',
    discipline: '740',
    recommend: true,
    intro: [
      '教了三十一年写作，最常写的批语是“第一段可以不要”。学生把这七个字印在书签上，他看见了，又改成“书签可以不要”。',
      '早年在县中学教语文，攒下四千多份作文的修改记录，后来成了《学术写作第一课》的底稿。近年研究改稿：一句话从初稿到定稿，究竟在哪一步变好。',
    ],
    achievements: ['主持“学生改稿过程语料库”，收录 1.2 万份有修改痕迹的习作。', '开设的公共课《写清楚》，连续九年选课人数居全校前三。'],
    names: [
      ['望溪', 'art'],
      ['半页', 'pen', '1996'],
    ],
    books: ['学术写作第一课'],
    entries: [
      ['论开头：三百篇习作的第一段', 'paper', '写作研究', '2016'],
      ['改稿日志：一个句子的七次生命', 'paper', '语言教学', '2019'],
      ['写给不爱写的人', 'book', '远山大学出版社', '2012'],
    ],
  },
  {
    name: '华聆',
    user: 'prof1',
    pinyin: 'Hua Ling',
    college: 2,
    title: '教授',
    field: '口译研究',
    discipline: '740',
    recommend: true,
    intro: [
      '做过十六年会议口译，笔记本里没有字，只有箭头、圆圈和一种像小旗子的记号。她说那面小旗子的意思是“这里他自己也没想好”。',
      '转入教学以后研究沉默：译员在开口之前停顿多久，听众就会觉得他在编。她的实验室收着两百小时没有人说话的录音。',
    ],
    names: [['Lynn Hua', 'foreign']],
    entries: [
      ['停顿的重量：交替传译中的沉默', 'paper', '翻译与传播', '2018'],
      ['箱子里的人', 'book', '东湖教育出版社', '2021'],
    ],
  },
  {
    name: '江未',
    pinyin: 'Jiang Wei',
    college: 1,
    title: '副教授',
    field: '日语教学',
    discipline: '740',
    intro: ['在教室里养了一面“错句墙”，学生造错的句子贴上去，谁能说出它为什么听上去像对的，谁就把它摘走。墙从来没有空过。'],
    names: [['江未子', 'pen']],
    entries: [['像对的错句：初级日语偏误一百例', 'textbook', '江城外国语学院教材科', '2017']],
  },
  {
    name: '孔青',
    user: 'author5',
    pinyin: 'Kong Qing',
    college: 4,
    title: '研究员',
    field: '词典学、汉语词汇',
    discipline: '740',
    recommend: true,
    intro: [
      '编过三部词典，删过的词条比写成的多。她随身带一叠空白卡片，听见没听过的说法就记下来，菜场、医院和末班车是她认为最好的资料室。',
      '《桌上的字典》写八个天天用的词，起因是女儿问她：“东西”为什么不叫“南北”。',
    ],
    books: ['桌上的字典'],
    entries: [['例句从哪里来', 'paper', '辞书评论', '2020']],
  },
  {
    name: '张雨',
    user: 'author4',
    pinyin: 'Zhang Yu',
    college: 2,
    title: '教授',
    field: '翻译理论',
    discipline: '740',
    recommend: true,
    intro: ['相信翻译是体力活，每天清早译五百字，译完才看邮件。课堂上要求学生先把原文抄一遍，理由是“手比眼睛老实”。'],
    names: [['雨石', 'pen', '2003']],
    books: ['翻译是过河'],
    entries: [
      ['河对岸', 'translation', '启明外语音像出版社', '2011'],
      ['抄写与理解：一项课堂实验', 'paper', '翻译教学', '2015'],
    ],
  },
  {
    name: '冯知',
    pinyin: 'Feng Zhi',
    college: 6,
    title: '编审',
    field: '编辑学、校对史',
    discipline: '860',
    recommend: true,
    intro: ['做了三十八年校对，收藏别人的错误，也收藏自己的。他认为每个错字都有来历：有的是排字工饿了，有的是作者换了眼镜。'],
    names: [['红笔', 'pen', '1988']],
    books: ['校样上的红笔'],
    entries: [['一个错字的旅行', 'paper', '出版与编辑', '2014']],
  },
  {
    name: '温简',
    pinyin: 'Wen Jian',
    college: 8,
    title: '副教授',
    field: '英语语音、晨读',
    discipline: '740',
    intro: ['每天六点四十带学生在操场边读英语，下雨就在走廊里读。十一年里只缺过两次，一次是台风，一次是自己的婚礼。'],
    books: ['听见清晨'],
  },
  {
    name: '何岸',
    pinyin: 'He An',
    college: 8,
    title: '讲师',
    field: '日语读物编写',
    discipline: '740',
    intro: ['在小站当过两年站务员，后来读了日语。她给初学者写故事，只用五百个词，却总能让人坐过站。'],
    books: ['第一站：日语小故事'],
  },
  {
    name: '吕文',
    user: 'author2',
    pinyin: 'Lu Wen',
    college: 5,
    title: '教授',
    field: '小说叙事、书信文学',
    discipline: '750',
    intro: ['研究信：寄出的、没寄出的、退回来的。他的课堂没有考试，期末交一封写给一百年后的信，由下一届学生拆开批阅。'],
    books: ['渡口来信', 'The Lamp Keeper’s Notebook'],
    names: [['Lyu Wen', 'foreign']],
    entries: [['未寄之信：书信小说的缺席读者', 'paper', '叙事研究', '2022']],
  },
  {
    name: '施墨',
    user: 'author3',
    pinyin: 'Shi Mo',
    college: 9,
    title: '研究员',
    field: '散文、竖排书籍',
    discipline: '750',
    intro: ['坚持竖着写字，电脑也转成竖屏。他说横着读是赶路，竖着读是下楼梯，一步一步都踩得到。'],
    names: [
      ['竖斋', 'art'],
      ['施小墨', 'former'],
    ],
    books: ['竖着读的信'],
  },
  {
    name: '单望潮',
    pinyin: 'Shan Wangchao',
    college: 7,
    title: '副教授',
    field: '方言与地方戏',
    discipline: '760',
    intro: ['跟着一个草台班子走了四个县，录下三百多段没有本子的唱词。老艺人记不住他的姓，一直叫他“善老师”，他也就不纠正了。'],
    names: [['善老师', 'other']],
    entries: [['没有本子的戏', 'book', '青藤电子出版社', '2019']],
  },
  {
    name: '查望舒',
    pinyin: 'Zha Wangshu',
    college: 3,
    title: '教授',
    field: '科技史、图书馆史',
    discipline: '870',
    intro: ['在旧书库里查出一批被登记为“杂纸”的实验记录，花了八年把它们按日期排好。她常说，整理就是把别人的着急还给别人。'],
    entries: [
      ['杂纸考', 'book', '远山大学出版社', '2018'],
      ['借书卡上的名字', 'paper', '图书馆学刊', '2013'],
    ],
  },
  {
    name: '解一舟',
    pinyin: 'Xie Yizhou',
    college: 6,
    title: '研究员',
    field: '数字出版',
    discipline: '860',
    intro: ['做过排版员、程序员和书店店员，三份工作都在问同一件事：读者什么时候合上书。他的回答是在翻不动的那一页，所以他研究页码。'],
    entries: [['页码之后：电子书的位置感', 'paper', '数字出版', '2021']],
  },
  {
    name: '仇若谷',
    pinyin: 'Qiu Ruogu',
    college: 1,
    title: '教授',
    field: '阅读推广',
    discipline: '870',
    intro: ['在乡镇办了十七个“门口书架”：没有管理员，也没有借书证，五年里书没有变少，反而多出来两百多本。'],
    entries: [['门口书架手记', 'book', '东湖教育出版社', '2020']],
  },
  {
    name: '曾一苇',
    pinyin: 'Zeng Yiwei',
    college: 4,
    title: '副教授',
    field: '教材研究',
    discipline: '880',
    intro: ['收集小学课本，从石印本到点读版，一共两千三百册。她最珍爱的一册，空白处被同一个孩子画满了牛。'],
    entries: [['课本边上的画', 'paper', '教材史', '2016']],
  },
  {
    name: '尉迟长风',
    pinyin: 'Yuchi Changfeng',
    college: 10,
    title: '教授',
    field: '口传文学',
    discipline: '750',
    recommend: true,
    intro: ['骑马做田野调查，能用四种语言讲同一个笑话，而笑点各不相同。他整理的长歌有一万两千行，其中三行他至今不肯写下来，因为歌手要求“只许听”。'],
    entries: [['只许听的三行', 'paper', '民族文学', '2017']],
  },
  {
    name: '岑晚',
    pinyin: 'Cen Wan',
    college: 7,
    title: '讲师',
    field: '童书与图画',
    discipline: '760',
    intro: ['白天教插画，晚上给孩子写信，署名“岑岑”。孩子们以为她是一只会写字的猫，她回信时会在角上盖一个爪印。'],
    names: [['岑岑', 'pen', '2014']],
    books: ['月亮邮局'],
  },
  {
    name: '曹溪',
    user: 'author6',
    pinyin: 'Cao Xi',
    college: 5,
    title: '副教授',
    field: '当代小说',
    discipline: '750',
    intro: ['写小说也讲小说，最怕被问“后来呢”。她的办法是反问：“你希望后来怎样？”然后把学生的回答记在教案背面，据说已经够写一本书。'],
    books: ['雨停在四点半'],
  },
  {
    name: '陆鹤汀',
    pinyin: 'Lu Heting',
    dynasty: '清',
    field: '地方志、刻书',
    discipline: '770',
    intro: [
      '江城刻书人，一生刻成四十七种，赔掉两处宅子。他在每部书的末页留一行小字，写当天的天气；后人据此补出了江城六十年的雨雪。',
      '晚年失明，仍能凭手指摸出版上的错字。',
    ],
    names: [
      ['子舟', 'courtesy'],
      ['听橹翁', 'art'],
    ],
    entries: [
      ['江城杂记', 'book', '听橹轩刻本', '1782'],
      ['晴雨小识', 'book', '听橹轩刻本', '1795'],
    ],
  },
  {
    name: '裴令仪',
    pinyin: 'Pei Lingyi',
    dynasty: '宋',
    field: '诗词、尺牍',
    discipline: '750',
    intro: ['存诗二十一首，存信六十三封。信写得比诗好，她自己也知道，有一封结尾说：“诗是给人看的，信才是给你看的。”'],
    names: [
      ['静之', 'courtesy'],
      ['采薇居士', 'art'],
    ],
    entries: [['采薇尺牍', 'book', '后人辑本', '1211']],
  },
];

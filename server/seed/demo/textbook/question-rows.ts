/** Questions of the demo in the columns of the template for import; original texts about the books. */

/** 题型, 题干, 选项 (separated by ｜), 答案, 分值, 解析, 难度, 知识点, 得分规则. */
export type QuestionRow = readonly [
  kind: string,
  stem: string,
  options: string,
  answer: string,
  points: string,
  explanation: string,
  level?: string,
  tags?: string,
  policy?: string,
];

/** Rows of one chapter of a book, counted from 0. */
export interface ChapterRows {
  readonly chapter: number;
  readonly title: string;
  readonly rows: readonly QuestionRow[];
}

export const WRITING: readonly ChapterRows[] = [
  {
    chapter: 0,
    title: '第一讲练习：把题目改小',
    rows: [
      ['单选', '小宋第二天去渡口数，一共有几个早点摊？', '七个｜八个｜九个｜十一个', 'C', '2', '“他第二天去数，九个。”', '1', '细读'],
      [
        '多选',
        '按这一讲的说法，一个题目够不够小，要看哪些标准？',
        '能不能自己看见它｜答案有没有可能是错的｜能不能用一个问号写完｜有没有人写过',
        'ABC',
        '4',
        '三条标准里没有“有没有人写过”，那是第二讲的事。',
        '3',
        '选题',
      ],
      ['判断', '“早餐十分重要”适合写成论文，因为它不会错。', '', '错', '1', '不会错的话不用写；可能错、错了查得出来的，才可以写。', '2', '选题'],
      ['填空', '渡口的摊子，左边____个，右边____个。', '', '七；7|两；二；2', '2', '左边七个，右边两个。', '1', '细读'],
      [
        '排序',
        '把小宋题目的四稿按先后排列',
        '论中国早餐文化的传承与发展｜江城早点摊的空间分布研究｜渡口早点摊的摆放及其原因｜渡口的早点摊为什么多摆在左边？',
        'ABCD',
        '4',
        '题目每改一稿，圈子就小一圈。',
        '2',
        '选题',
        '按相邻正确的个数',
      ],
      ['简答', '把你自己的题目改成一句问话，并说明它为什么可能是错的。', '', '问句完整；说得出怎样算错', '6', '', '4', '选题'],
    ],
  },
  {
    chapter: 1,
    title: '第二讲练习：重新排座位',
    rows: [
      [
        '连线',
        '把四种说法和它们的理由连起来',
        '',
        '跟着人流=人从哪边来摊摆哪边；跟着太阳=哪边晒得着；跟着管理=哪边不赶人；挨着先来的=后来的跟着老摊；=哪边有自来水',
        '4',
        '自来水是第四讲才问出来的。',
        '3',
        '综述',
      ],
      [
        '单选',
        '用了别人的一个想法而不是一句话，应该怎样？',
        '加引号，写出处｜不加引号，也写出处｜不加引号，不写出处｜只写“有学者认为”',
        'B',
        '2',
        '想法不加引号，但一样写出处。',
        '2',
        '引用',
      ],
      [
        '多选',
        '哪些做法是“失礼”的？',
        '只读摘要就转述｜借别人的嘴说自己的话｜抄了不说｜翻到正文里数数的那一页',
        'ABC',
        '3',
        '翻到那一页正是应该做的。',
        '2',
        '引用',
      ],
      ['判断', '综述里应该写全：甲认为，乙指出，丙强调，一人一句。', '', '错', '1', '要先问每位对“这个问题”怎么看，再分成几边。', '1', '综述'],
    ],
  },
  {
    chapter: 2,
    title: '第三讲练习：去数一数',
    rows: [
      [
        '填空',
        '小宋在渡口蹲了____个早上，头____天的数不能用。',
        '',
        '二十一；21|三；3',
        '2',
        '他自己坐在左边吃油条，碰着了被观察的事。',
        '1',
        '数据',
      ],
      [
        '单选',
        '记录里“记看见的”，指的是哪一种写法？',
        '家庭主妇｜妇女，提菜篮｜常来的客人｜心情不错的人',
        'B',
        '2',
        '“家庭主妇”是以为的，“妇女，提菜篮”是看见的。',
        '2',
        '数据',
      ],
      ['上传', '去一个地方数一样东西，把当场记的本子拍照交上来。', '', '当场记；错的划一道，不涂', '5', '', '3', '数据'],
    ],
  },
];

export const STATION: readonly ChapterRows[] = [
  {
    chapter: 0,
    title: '第一课练习：切符',
    rows: [
      ['填空', '「切符」の読み方は____です。', '', 'きっぷ', '2', '切符（きっぷ）：车票。', '1', '読み'],
      ['填空', '「どこ____ですか」と、駅員さんが聞きました。', '', 'まで', '2', '问目的地用まで。', '2', '助詞'],
      ['单选', '「私」はどこにいましたか。', '大きな駅｜小さな駅｜学校｜海', 'B', '2', '私は小さな駅にいました。', '1', '読解'],
      ['判断', '「私」は次の駅に何があるか知っています。', '', '错', '1', '「わかりません。だから、行きます」', '1', '読解'],
      ['连线', '把日语和中文连起来', '', '切符=车票；駅員=站员；機械=机器；=雨伞', '3', '', '1', '語彙'],
      [
        '排序',
        '按故事的先后排列',
        '机器前想了五分钟｜站员问到哪里｜站员笑了｜按下一百五十日元的按钮',
        'ABCD',
        '4',
        '',
        '2',
        '読解',
        '按位置正确的个数',
      ],
    ],
  },
  {
    chapter: 1,
    title: '第二课练习：忘れ物',
    rows: [
      ['填空', '駅の棚に、傘が____本あります。', '', '十二；12', '2', '', '1', '数'],
      ['多选', '棚にある傘はどれですか。', '黒い傘｜青い傘｜花の傘｜赤い傘', 'ABC', '3', '', '2', '読解'],
      [
        '单选',
        '雨の日、傘はどうなりますか。',
        '減ります｜なくなります｜三本増えます｜変わりません',
        'C',
        '2',
        '「雨の日は、もう三本増えます」',
        '2',
        '読解',
      ],
      ['判断', '私は借りた傘を電車に忘れました。', '', '对', '1', '', '1', '読解'],
      ['简答', '用日语写两句话，说说你落下过的东西。', '', '用到 忘れました；句子不超过一口气', '4', '', '4', '作文'],
    ],
  },
];

export const MORNING: readonly ChapterRows[] = [
  {
    chapter: 0,
    title: 'Lesson 1 The Kettle',
    rows: [
      ['单选', 'What time is it when the story begins?', '4:10｜4:50｜5:10｜5:50', 'B', '2', '“Ten to five” is 4:50.', '1', 'time'],
      ['填空', 'First the kettle ____, then it mutters, and then it screams.', '', 'hums', '2', 'hum：哼哼', '1', 'verbs'],
      ['排序', 'Put the sounds of the kettle in order.', 'It hums.｜It mutters.｜It screams.', 'ABC', '3', '', '1', 'listening'],
      ['判断', 'Every kitchen in the street has a light.', '', '错', '1', 'The street is dark except for one kitchen.', '1', 'reading'],
      ['连线', 'Match the words.', '', 'kettle=烧水壶；mutter=低声咕哝；scream=尖叫；=扫帚', '3', '', '1', 'words'],
    ],
  },
  {
    chapter: 1,
    title: 'Lesson 2 The Broom',
    rows: [
      ['填空', 'The street sweeper starts at the ____ end.', '', 'east', '2', '', '1', 'reading'],
      [
        '多选',
        'What do leaves make her?',
        'slow｜musical｜tired｜angry',
        'AB',
        '3',
        '“They make me slow, but they make me musical.”',
        '2',
        'reading',
      ],
      ['单选', 'When does the word get longer?', 'in spring｜in summer｜in autumn｜in winter', 'C', '2', '', '1', 'reading'],
      ['判断', 'The broom says “hush”.', '', '对', '1', '', '1', 'reading'],
    ],
  },
  {
    chapter: 3,
    title: 'Lesson 4 The First Ferry',
    rows: [
      ['填空', 'The first ferry blows its ____ twice.', '', 'horn', '2', 'horn：汽笛', '1', 'words'],
      ['单选', 'What does one horn mean?', 'I am leaving.｜I can see you.｜Please run.｜Good morning.', 'A', '2', '', '1', 'reading'],
      ['上传（口语）', 'Read the lesson aloud and record it.', '', 'Clear ends of words; natural stops', '5', '', '3', 'speaking'],
    ],
  },
];

/** The own bank of teacher1: for assignments only. */
export const TEACHER_ROWS: readonly QuestionRow[] = [
  [
    '单选',
    'Choose the sentence that is correct.',
    'She go to the pier.｜She goes to the pier.｜She going to the pier.｜She gone to the pier.',
    'B',
    '2',
    '',
    '1',
    'grammar',
  ],
  ['单选', 'The opposite of “arrive” is', 'leave｜reach｜land｜come', 'A', '2', '', '1', 'words'],
  ['单选', 'I have lived here ____ 2019.', 'for｜since｜from｜in', 'B', '2', 'since 用于起点', '2', 'grammar'],
  ['单选', 'Which word has the same vowel as “boat”?', 'boot｜bought｜coat｜but', 'C', '2', '', '2', 'sounds'],
  [
    '单选',
    '“Would you mind opening the window?” A polite yes is',
    'Yes, I would.｜Not at all.｜Yes, please.｜I mind.',
    'B',
    '2',
    '',
    '3',
    'speaking',
  ],
  ['多选', 'Which are parts of a ship?', 'deck｜bow｜stern｜kettle', 'ABC', '3', '', '2', 'words'],
  ['多选', 'Which sentences are in the past?', 'The ferry left.｜The ferry leaves.｜We landed.｜We are landing.', 'AC', '3', '', '1', 'grammar'],
  ['多选', 'Which words can follow “a cup of”?', 'tea｜coffee｜bread｜soup', 'ABD', '3', '', '2', 'words', '少选按比例，选错不得分'],
  ['判断', '“Its” and “it’s” mean the same.', '', '错', '1', 'it’s = it is', '1', 'spelling'],
  ['判断', 'A ferry carries people across water.', '', '对', '1', '', '1', 'words'],
  ['判断', 'The word “information” has a plural.', '', '错', '1', '', '2', 'grammar'],
  [
    '填空',
    'The ferry leaves every ____ minutes. The crossing takes ____ minutes. (figures for the second one)',
    '',
    'twenty; 20|7-9',
    '4',
    'Seven minutes, or up to nine when the water is high.',
    '2',
    'listening',
  ],
  ['填空', 'He has ____ (go) to the bridge.', '', 'gone', '2', '', '2', 'grammar'],
  ['填空', 'Write the full form: don’t = ____', '', 'do not', '2', '', '1', 'spelling'],
  ['填空', 'Colour in American English: ____', '', 'color', '2', '', '2', 'spelling'],
  ['连线', 'Match the pairs.', '', 'pier=码头；horn=汽笛；captain=船长；ticket=船票；=栏杆', '4', '', '1', 'words'],
  ['连线', 'Match the question with its answer.', '', 'Where?=At the pier.；When?=At six.；Who?=The captain.', '3', '', '1', 'speaking'],
  ['排序', 'Put the words in order to make a sentence.', 'The｜ferry｜has｜already｜left', 'ABCDE', '3', '', '2', 'grammar'],
  ['简答', 'Write 60 words about your way to school.', '', 'Three facts; one feeling; past or present kept', '8', '', '3', 'writing'],
  ['上传（口语）', 'Describe the ferry landing at Old Bridge in one minute.', '', 'Place, people, action', '6', '', '3', 'speaking'],
];

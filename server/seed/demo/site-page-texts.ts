import type { PageBlock } from '../../../contract/content/page-block.ts';

type WithoutId<B> = B extends PageBlock ? Omit<B, 'id'> : never;

export interface PageSource {
  readonly title: string;
  readonly description: string;
  readonly blocks: readonly WithoutId<PageBlock>[];
}

const heading = (text: string) => ({ kind: 'heading', text }) as const;
const text = (...paragraphs: readonly string[]) => ({ kind: 'text', html: paragraphs.map((one) => `<p>${one}</p>`).join('') }) as const;

export const OLD_INTRODUCTION: PageSource = {
  title: '平台介绍',
  description: '',
  blocks: [text('启明外语音像出版社在江城，出版外语读物、音像制品和文学新作。更完整的介绍正在编写。')],
};

export const INTRODUCTION: PageSource = {
  title: '平台介绍',
  description: '启明外语音像出版社的由来、在做的事、做事的人，以及得到过的肯定。',
  blocks: [
    text(
      '启明外语音像出版社（以下简称本社）成立于一九八四年，社址在江城市远山路。建社时只有七个人、两台录音机和一间借来的教室，出版的第一套产品是给夜校学员用的英语会话磁带。',
      '四十年过去，磁带变成了光盘，光盘变成了手机里的一个图标，而本社要做的事没有变：<strong>让人听得懂另一种语言，也读得进自己的语言。</strong>',
    ),
    heading('我们在做的事'),
    {
      kind: 'text',
      html: '<ul><li><strong>外语读物</strong>：英语、日语、法语分级读物，正文、注释与朗读同步，供自学与课堂使用。</li><li><strong>文学新作</strong>：每年出版十余种小说、随笔与诗文，多数作者在本社出版了自己的第一本书。</li><li><strong>数字教材</strong>：与院校合编听说、写作、翻译类教材，配套练习可以离线完成。</li><li><strong>音像与有声</strong>：从教学录音到有声书，录音棚就在社里三楼。</li></ul>',
    },
    heading('大事记'),
    {
      kind: 'timeline',
      events: [
        { time: '1984 年', title: '建社', text: '七名编辑借用夜校的一间教室开始工作，当年秋天出版英语会话磁带两盒。' },
        { time: '1991 年', title: '自有录音棚落成', text: '改建旧仓库，隔音棉是编辑们自己钉上去的，至今仍有一面墙保留原样。' },
        { time: '1998 年', title: '第一张教学光盘', text: '把磁带目录逐盘转录，整理出六百小时的录音档案。' },
        { time: '2006 年', title: '设立文学编辑室', text: '编辑室的约定写在门上：每一份来稿都要有人读完。' },
        { time: '2013 年', title: '读物全面配音', text: '分级读物从此不再单卖文字，扫码即可听读。' },
        { time: '2019 年', title: '电子书分社成立', text: '建立从来稿到上架的数字流程，校样第一次不用纸。' },
        { time: '今年', title: '“书舟”上线', text: '自己的阅读平台，翻开就读，断网也能接着读。' },
      ],
    },
    heading('我们的团队'),
    {
      kind: 'people',
      people: [
        { name: '李秉文', role: '总编辑', intro: '编审。从校对做起，在社里三十一年，终审签字前仍习惯把稿子念一遍。', photo: '' },
        { name: '王知远', role: '外语编辑室主任', intro: '副编审。主持分级读物的词表，改到第九稿才肯付印。', photo: '' },
        { name: '张雨霏', role: '文学编辑', intro: '《桥上的灯》责任编辑，相信好稿子会自己说话。', photo: '' },
        { name: '蒋一鸣', role: '排版与数字制作', intro: '把纸书的版心搬到手机上，最在意的是标点不要掉在行首。', photo: '' },
        { name: '冯静言', role: '校对科长', intro: '一级校对。科里的规矩是三校之后还要有人通读。', photo: '' },
        { name: '周拾音', role: '录音师', intro: '守着三楼的录音棚，能听出同一个人上午和下午的声音。', photo: '' },
      ],
    },
    heading('得到的肯定'),
    {
      kind: 'honours',
      honours: [
        { year: '2011', title: '分级读物《听见清晨》获区域优秀外语读物奖', issuer: '江城出版工作者协会' },
        { year: '2016', title: '录音档案数字化项目获评示范项目', issuer: '江城音像业协会' },
        { year: '2021', title: '校对科获“质量标杆班组”称号', issuer: '江城出版工作者协会' },
        { year: '2024', title: '数字出版流程获技术应用二等奖', issuer: '远山数字出版论坛' },
      ],
    },
    text('以上单位与奖项均为演示内容。'),
  ],
};

export const ABOUT: PageSource = {
  title: '关于我们',
  description: '联系启明外语音像出版社：电话、地址、证照、常见问题与意见反馈。',
  blocks: [
    text(
      '这里是启明外语音像出版社的读者服务页。打电话、写信、上门都欢迎；想说的话不长，也可以直接写在页面下面的意见反馈里，工作日一天之内会有人回复。',
    ),
    heading('联系我们'),
    {
      kind: 'map',
      image: '/pictures/press-map.svg',
      address: '江城市远山路8号，邮编 990000',
      phone: '13800000000',
      hours: '工作日 9:00–17:00，午休一小时',
      route: '地铁书院街站 A 口出站，沿远山路向西步行约四百米，红色门廊的三层楼就是。楼下可以停自行车。',
    },
    {
      kind: 'text',
      html: '<ul><li><strong>读者服务</strong>：13800000000，或发邮件到 <a href="mailto:reader@qiming.example">reader@qiming.example</a></li><li><strong>投稿</strong>：登录后在个人中心提交；纸质来稿请寄文学编辑室收</li><li><strong>院校合作与批量购买</strong>：<a href="mailto:campus@qiming.example">campus@qiming.example</a></li><li><strong>版权与授权</strong>：<a href="mailto:rights@qiming.example">rights@qiming.example</a></li></ul>',
    },
    heading('证照'),
    {
      kind: 'licences',
      licences: [
        { name: '出版许可证', number: '（演示）新出音字第 99001 号', image: '' },
        { name: '音像制品出版许可', number: '（演示）音出字第 99012 号', image: '' },
        { name: '网络出版服务许可证', number: '（演示）网出证字第 99-003 号', image: '' },
        { name: '营业执照', number: '（演示）99000000MA0000000X', image: '' },
      ],
    },
  ],
};

export const LOGO: PageSource = {
  title: '书舟',
  description: '书舟的标志、它的由来，和把书装进口袋的方法。',
  blocks: [
    heading('两页纸，一只船'),
    text(
      '书舟的标志由两页翻开的纸组成。合拢时是一本书，展开时是一只船：左页是船舷，右页是帆，书脊就是龙骨。',
      '取这个名字，是因为社里一位老编辑说过的话：“书不是终点，书是把人送过河的东西。”过了河，船可以留在岸边，也可以让给下一个人。',
    ),
    heading('颜色'),
    text('标志用青绿色，取江城早晨河面的颜色。它只出现在要您动手的地方：翻开、继续、存到本机。别处都留给纸和墨。'),
    heading('装进口袋'),
    text('把书舟添加到手机主屏幕，就和别的应用一样打开。存到本机的书没有网络也能读，进度会在联网以后自己合并。'),
  ],
};

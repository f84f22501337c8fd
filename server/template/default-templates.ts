import type { TemplateType } from '../../contract/template/template-types.ts';
import type { DocxBlock } from '../document/docx-writer.ts';

const title = (text: string): DocxBlock => ({ kind: 'title', text });
const heading = (text: string): DocxBlock => ({ kind: 'heading', text });
const text = (words: string): DocxBlock => ({ kind: 'text', text: words });
const signature: readonly DocxBlock[] = [
  { kind: 'right', text: '{出版社}' },
  { kind: 'right', text: '{日期}' },
];
/** A table with two pairs of label and variable in each line. */
const form = (...lines: readonly (readonly (readonly [label: string, variable: string])[])[]): DocxBlock => ({
  kind: 'form',
  lines: lines.map((line) => line.flatMap(([label, variable]) => [label, variable])),
});
const same = (...names: string[]): (readonly [string, string])[] => names.map((name) => [name, `{${name}}`]);

/** The documents of the program, one for each type; staff download them, change them and upload their own. */
export const DEFAULT_TEMPLATES: Readonly<Record<TemplateType, readonly DocxBlock[]>> = {
  declaration: [
    title('选题申报表'),
    form(
      same('选题编号', '申报日期'),
      same('书名', '类型'),
      same('作者', '丛书'),
      same('申报人', '状态'),
      same('计划字数', '计划页数'),
      same('开本', '出版日期'),
      same('定价', '首印'),
      same('付酬方式', '版税率'),
      same('固定成本', '单册成本'),
      same('发货折扣', '预计收入'),
      same('保本印数', '版权情况'),
      same('重大选题', '备案类别'),
      same('备案号', '论证结论'),
    ),
    heading('作者简介'),
    text('{作者简介}'),
    heading('内容简介'),
    text('{内容简介}'),
    heading('选题意义'),
    text('{选题意义}'),
    heading('目录大纲'),
    text('{目录大纲}'),
    heading('读者对象'),
    text('{读者对象}'),
    heading('市场分析'),
    text('{市场分析}'),
    heading('同类书'),
    {
      kind: 'table',
      head: ['题名', '出版者', '定价（元）', '两年销量（册）'],
      lines: [['{#同类书}{题名}', '{出版者}', '{售价}', '{销量}{/同类书}']],
    },
    heading('编辑室意见'),
    text('{室审意见}'),
    ...signature,
  ],
  minutes: [
    title('{会议名称}纪要'),
    { kind: 'right', text: '{文号}' },
    form(same('会议编号', '时间'), same('地点', '主持人'), same('记录人', '应到人数'), same('到会人数', '请假说明'), same('到会人员')),
    heading('表决结果'),
    {
      kind: 'table',
      head: ['序号', '题名', '申报', '赞成', '反对', '弃权', '结论', '意见'],
      lines: [['{#议题}{序号}', '{题名}', '{申报}', '{赞成}', '{反对}', '{弃权}', '{结论}', '{意见}{/议题}']],
    },
    heading('会议内容'),
    text('{纪要正文}'),
    { kind: 'right', text: '签发：{签发人}　{签发日期}' },
    { kind: 'right', text: '{出版社}' },
  ],
  protocol: [
    title('图书出版协议'),
    { kind: 'right', text: '协议编号：{协议编号}' },
    text('甲方（著作权人）：{甲方}'),
    text('乙方（出版者）：{乙方}'),
    text('作品名称：《{书名}》　作者署名：{作者}'),
    text('甲乙双方就上述作品的出版约定如下。'),
    heading('一、授权'),
    text('甲方授予乙方在{授权地域}以{授权语种}出版上述作品的{授权方式}使用权，包括{授权权利}，期限{授权年限}年，自{生效日期}至{截止日期}。'),
    text('甲方保证拥有上述权利，作品不侵害他人的合法权益；因此引起的责任由甲方承担。'),
    heading('二、交稿'),
    text('甲方于{交稿日期}前交付齐、清、定的书稿，约{字数}字。乙方可以要求修改；修改不能改变作品的原意。'),
    heading('三、报酬'),
    form(
      same('付酬方式', '版税率'),
      same('版税基数', '最低印数'),
      same('千字稿酬', '一次性稿酬'),
      same('预付比例', '数字分成'),
      same('样书册数', '作者购书折扣'),
    ),
    heading('四、其他'),
    text('一方不履行约定的，另一方可以书面通知限期履行；逾期仍不履行的，可以解除协议并要求赔偿。'),
    text('本协议一式两份，双方签字或以电子签名确认后生效。'),
    text('甲方（签字）：　　　　　　　　乙方（盖章）：'),
    ...signature,
  ],
  auditReport: [
    title('审读报告'),
    form(
      same('稿件编号', '书名'),
      same('作者', '类型'),
      same('审级', '轮次'),
      same('审稿人', '责任编辑'),
      same('政治导向', '价值评分'),
      same('学术评分', '文字评分'),
      same('体例评分', '处理建议'),
    ),
    heading('审读意见'),
    text('{审读意见}'),
    ...signature,
  ],
  composition: [
    title('版式单'),
    form(
      same('稿件编号', '书名'),
      same('作者', '责任编辑'),
      same('开本尺寸', '页数'),
      same('每行字数', '每页行数'),
      same('正文字体', '正文字号'),
      same('版面字数', '印张'),
      same('校样次', '排版人'),
    ),
    ...signature,
  ],
  certificate: [
    title('证　书'),
    { kind: 'right', text: '编号：{证书编号}' },
    text('{姓名}：'),
    text('您的作品《{作品名}》在“{活动名称}”中获得{奖项}，特颁此证。'),
    ...signature,
  ],
  acceptance: [
    title('采用通知'),
    text('{作者}：'),
    text('您于{收稿日期}交来的《{书名}》（{稿件编号}）{采用说明}'),
    text('请与责任编辑{联系人}联系，办理出版协议。'),
    ...signature,
  ],
  authorisation: [
    title('授权书'),
    text('兹授权{出版社}在图书《{书名}》（作者：{作者}）中使用下列材料：'),
    form(same('材料名称', '授权范围'), same('授权期限', '费用')),
    text('授权人保证对上述材料拥有合法权利。'),
    text('授权人（签字）：{权利人}'),
    { kind: 'right', text: '{日期}' },
  ],
  notification: [title('{事由}通知'), text('{收件人}：'), text('{正文}'), { kind: 'right', text: '经办：{经办人}' }, ...signature],
};

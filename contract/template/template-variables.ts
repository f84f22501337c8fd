import type { TemplateType } from './template-types.ts';

/** A variable that documents of a type know: `{书名}`; one with `of` is a list: `{#议题}…{/议题}` with its own variables inside. */
export interface TemplateVariable {
  readonly name: string;
  /** Value of the sample record in the preview. */
  readonly sample?: string;
  readonly of?: readonly TemplateVariable[];
}

const named = (samples: Readonly<Record<string, string>>): TemplateVariable[] => Object.entries(samples).map(([name, sample]) => ({ name, sample }));

const MANUSCRIPT = named({ 稿件编号: 'GJ2026000012', 书名: '桥上的灯', 作者: '何语', 类型: '图书', 责任编辑: '张编辑', 字数: '86000' });
const OFFICE = named({ 出版社: '启明外语音像出版社', 日期: '2026年11月21日' });

/** What each type of template may use. Documents are filled with exactly these. */
export const TEMPLATE_VARIABLES: Readonly<Record<TemplateType, readonly TemplateVariable[]>> = {
  declaration: [
    ...OFFICE,
    ...named({
      选题编号: 'XT2026-0001',
      书名: '桥上的灯',
      类型: '图书',
      丛书: '渡口丛书',
      作者: '何语',
      作者简介: '自由撰稿人，写过三部散文集。',
      内容简介: '一盏灯守着一座桥，守桥的人换了三代。',
      选题意义: '记录一座城里正在消失的手艺。',
      目录大纲: '第一章 点灯\n第二章 过桥',
      读者对象: '喜欢散文和地方故事的读者',
      市场分析: '同类散文近两年每种平均销售四千册。',
      计划字数: '80',
      计划页数: '240',
      开本: '32开',
      出版日期: '2027-05-01',
      定价: '58.00',
      首印: '5000',
      固定成本: '45000.00',
      单册成本: '12.00',
      发货折扣: '60%',
      版税率: '8%',
      付酬方式: '版税',
      预计收入: '174000.00',
      保本印数: '2478',
      重大选题: '否',
      备案类别: '',
      备案号: '',
      版权情况: '翻译权未授出',
      申报人: '张编辑',
      申报日期: '2026年11月2日',
      室审意见: '同意上会。',
      论证结论: '通过',
      状态: '已通过',
    }),
    { name: '同类书', of: named({ 题名: '译林散步', 出版者: '东湖教育出版社', 售价: '49.80', 销量: '3200' }) },
  ],
  minutes: [
    ...OFFICE,
    ...named({
      文号: 'JY2026-001',
      会议名称: '2026年第4次选题论证会',
      会议编号: 'LZ2026-004',
      时间: '2026年11月20日 14:00',
      地点: '三楼会议室',
      主持人: '李总编',
      记录人: '陈编务',
      应到人数: '7',
      到会人数: '7',
      到会人员: '李总编、王主任、陈编务、张编辑、吴编辑',
      请假说明: '',
      纪要正文: '会议逐项论证了五个选题。',
      签发人: '李总编',
      签发日期: '2026年11月21日',
    }),
    {
      name: '议题',
      of: named({
        序号: '1',
        题名: '纸上的港口',
        选题号: 'XT2026-0020',
        申报: '张编辑',
        赞成: '6',
        反对: '1',
        弃权: '0',
        结论: '通过',
        意见: '副题另议。',
      }),
    },
  ],
  protocol: [
    ...OFFICE,
    ...MANUSCRIPT,
    ...named({
      协议编号: 'HT2026-00001',
      甲方: '何语',
      乙方: '启明外语音像出版社',
      授权方式: '专有',
      授权权利: '纸质图书、数字、音频',
      授权地域: '中国大陆',
      授权语种: '简体中文',
      授权年限: '5',
      交稿日期: '2027-01-31',
      付酬方式: '版税',
      版税率: '8%',
      版税基数: '销售册数',
      千字稿酬: '100.00',
      一次性稿酬: '0.00',
      预付比例: '30%',
      最低印数: '3000',
      数字分成: '20%',
      样书册数: '20',
      作者购书折扣: '70%',
      生效日期: '2026-12-01',
      截止日期: '2031-11-30',
    }),
  ],
  auditReport: [
    ...OFFICE,
    ...MANUSCRIPT,
    ...named({
      审级: '初审',
      轮次: '1',
      审稿人: '张编辑',
      政治导向: '无问题',
      价值评分: '8',
      学术评分: '8',
      文字评分: '9',
      体例评分: '8',
      审读意见: '结构完整，文字干净，建议采用。',
      处理建议: '采用',
    }),
  ],
  composition: [
    ...OFFICE,
    ...MANUSCRIPT,
    ...named({
      开本尺寸: '140×210',
      每行字数: '26',
      每页行数: '26',
      页数: '240',
      印张: '7.500',
      正文字体: '宋体',
      正文字号: '10.5',
      版面字数: '162240',
      校样次: '1',
      排版人: '蒋排版',
    }),
  ],
  certificate: [...OFFICE, ...named({ 姓名: '何语', 作品名: '桥上的灯', 奖项: '二等奖', 活动名称: '经典诵读大赛', 证书编号: 'ZS2026-0001' })],
  acceptance: [...OFFICE, ...MANUSCRIPT, ...named({ 收稿日期: '2026年11月2日', 采用说明: '经三级审读，决定采用。', 联系人: '张编辑' })],
  authorisation: [
    ...OFFICE,
    ...MANUSCRIPT,
    ...named({ 权利人: '何语', 材料名称: '插图十二幅', 授权范围: '随书使用', 授权期限: '五年', 费用: '1200.00' }),
  ],
  notification: [...OFFICE, ...named({ 收件人: '何语', 事由: '稿件修改', 正文: '您的稿件需要修改，意见附后。', 经办人: '张编辑' })],
};

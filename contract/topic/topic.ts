import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, date, entry, integer, money, optionalText, reference, rows, shown, shownNumber, shownOther, text, yesNo } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { KINDS, TOPIC_KINDS } from '../manuscript/manuscript-limits.ts';
import { logRow } from '../manuscript/manuscript.ts';
import { id } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { FORMATS, PAY_MODES, RESULTS, TOPIC, VOTES } from './topic-rules.ts';
import { TOPIC_EVENTS, TOPIC_STATES } from './topic.machine.ts';

const basisPoints = (label: string, most: number, fallback: number, help: string) => integer(label, 0, most, fallback, { help });

/** #74: E17. A draft may be incomplete; `submit` checks what is missing. */
export const topic = crud('/press/topic', {
  name: '选题',
  permission: 'press:topic',
  key: 'topicId',
  title: 'title',
  fields: {
    archiveId: reference('稿件', { fixedOnceSaved: true, help: '从已投稿的稿件中选择；组稿（还没有稿件）留空' }),
    authorUserId: reference('作者账号', { of: 'person', help: '组稿时必填：论证通过后为这位作者建立稿件' }),
    title: text('书名', TOPIC.title),
    kind: choice('类型', 'press_topic_kind', TOPIC_KINDS as readonly ['book', 'textbook', 'audio', 'video'], 'book'),
    series: optionalText('丛书', 60),
    authorNames: optionalText('作者', 200, undefined, { kind: 'text' }),
    authorIntro: optionalText('作者简介', 1000),
    contentIntro: optionalText('内容简介', TOPIC.contentIntro, undefined, { help: `提交前写到${TOPIC.contentIntroMin}字以上` }),
    significance: optionalText('选题意义', 1000),
    outline: optionalText('目录大纲', 5000),
    targetReaders: optionalText('读者对象', 200, undefined, { kind: 'text' }),
    marketAnalysis: optionalText('市场分析', 2000),
    competitors: rows(
      '同类书',
      {
        title: text('书名', 60),
        publisher: optionalText('出版者', 60),
        priceFen: money('定价（元）'),
        sales: integer('两年销量（册）', 0, 99_999_999, 0),
      },
      { most: TOPIC.competitors },
    ),
    planWordCount: integer('计划字数（千字）', 0, 100_000, 0),
    planPages: integer('计划页数', 0, 10_000, 0),
    planFormat: choice('开本', 'press_topic_format', FORMATS, '32开'),
    planPublishDate: date('计划出版日期'),
    planPriceFen: money('拟定价（元）'),
    planPrintRun: integer('首印（册）', 0, 10_000_000, 0),
    costFen: money('固定成本（元）', 9_999_999_999, { help: '审稿、编校、设计、排版等与印数无关的费用' }),
    unitCostFen: money('单册成本（元）', 99_999_999, { help: '每多印一册的纸张、印刷、装订费用' }),
    discountBp: basisPoints('发货折扣（万分之）', 10_000, 6000, '6000 即 60%'),
    royaltyBp: basisPoints('版税率（万分之）', 3000, 800, '800 即 8%；不付版税填 0'),
    payMode: choice('付酬方式', 'press_topic_pay_mode', PAY_MODES, 'royalty'),
    isMajor: yesNo('重大选题'),
    majorCategory: entry('备案类别', 'press_topic_major_category', ''),
    translationRights: optionalText('翻译权、版权情况', 200, undefined, { kind: 'text' }),
    remark: optionalText('备注', 500),
  },
  shown: {
    topicNo: shown('选题编号'),
    declarerName: shown('申报人'),
    status: shown('状态', 'choice', { dict: 'press_topic_status' }),
    breakEven: shownNumber('保本印数'),
    recordNo: shown('备案号'),
    archiveTitle: shown('稿件', 'text', { notInSheet: true }),
    declarerId: shownOther('申报人编号', z.number()),
  },
  filter: { title: 'like', topicNo: 'like', kind: 'equal', status: 'equal', declarerName: 'own', isMajor: 'equal', createTime: 'between' },
  sort: ['title', 'createTime', 'planPublishDate', 'planPriceFen', 'planPrintRun'],
});
export type Topic = z.output<typeof topic.list.row>;

/** Number of topics in each state that the caller sees. */
export const topicCounts = endpoint('GET /press/topic/counts', {
  summary: '各状态的选题数',
  access: 'press:topic:list',
  data: z.array(z.object({ status: z.enum(TOPIC_STATES), total: z.number() })),
});

const declarable = z.object({
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  kind: z.enum(KINDS),
  authorsText: z.string(),
  summary: z.string(),
  planWordCount: z.number(),
});
export type Declarable = z.output<typeof declarable>;

/** Submitted manuscripts that need a topic and have none; with `archiveId` also the one already chosen. */
export const declarableManuscripts = endpoint('GET /press/topic/manuscripts', {
  summary: '可申报选题的稿件',
  access: ['press:topic:add', 'press:topic:edit'],
  query: z.object({ keyword: searchTerm(120), archiveId: id.optional() }),
  data: z.array(declarable),
});

const one = z.object({ topicId: id });

export const tally = z.object({ for: z.number(), against: z.number(), abstain: z.number() });

const detail = z.object({
  topic: topic.get.data,
  incomeFen: z.number(),
  /** The sessions that discussed the topic, the newest first. */
  hearings: z.array(
    z.object({
      sessionId: z.number(),
      sessionNo: z.string(),
      title: z.string(),
      meetingTime: z.string(),
      result: z.enum(RESULTS).or(z.literal('')),
      opinion: z.string(),
      tally,
    }),
  ),
  log: z.array(logRow),
  can: z.array(z.enum(TOPIC_EVENTS)),
  /** Whether the caller may edit the form now. */
  editable: z.boolean(),
});
export type TopicDetail = z.output<typeof detail>;

export const topicDetail = endpoint('GET /press/topic/detail/{topicId}', {
  summary: '选题详情',
  access: 'press:topic:query',
  params: one,
  data: detail,
});

/** SM02, the steps that a user takes directly. */
export const topicEvent = endpoint('PUT /press/topic/{event}/{topicId}', {
  summary: '选题流转',
  access: ['press:topic:submit', 'press:topic:section', 'press:topic:record', 'press:topic:edit'],
  params: one.extend({ event: z.enum(TOPIC_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(TOPIC.reason, `不能超过${TOPIC.reason}个字`).nullish(),
      recordNo: visible().max(40, '备案号不能超过40个字').nullish(),
    })
    .nullish(),
  data: detail,
});

/** The declaration form as a .docx document, from the default template. */
export const topicDocument = endpoint('GET /press/topic/document/{topicId}', {
  summary: '选题申报表文档',
  access: 'press:topic:query',
  params: one,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const voteChoice = z.enum(VOTES, '请选择赞成、反对或弃权');

import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { id, paging } from '../../page.ts';
import { searchTerm } from '../../search-term.ts';
import type { EventOf, StateOf } from '../../state-machine.ts';
import { ORDER } from '../order-limits.ts';
import { campaignMachine } from './campaign.machine.ts';

export type CampaignState = StateOf<typeof campaignMachine>;
export type CampaignEvent = EventOf<typeof campaignMachine>;
export const CAMPAIGN_STATES = Object.keys(campaignMachine.states) as [CampaignState, ...CampaignState[]];
export const CAMPAIGN_EVENTS = Object.keys(campaignMachine.events) as [CampaignEvent, ...CampaignEvent[]];
export const CAMPAIGN_SCOPES = { works: '指定作品', category: '分类' } as const;
export type CampaignScope = keyof typeof CAMPAIGN_SCOPES;
/** Works or categories of one campaign. */
export const CAMPAIGN_IDS = 200;
/** The part that is paid, basis points. */
export const CAMPAIGN_RATE = { least: 1000, most: 9900 } as const;

const time = (label: string) =>
  z.string().regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d$/, `${label}格式为yyyy-MM-dd HH:mm`);
const draft = z.object({
  name: z.string().trim().min(2, '活动名称至少2个字').max(50, '活动名称不能超过50个字符'),
  scope: z.enum(Object.keys(CAMPAIGN_SCOPES) as [CampaignScope, ...CampaignScope[]], { error: '请选择范围' }),
  ids: z.array(id).min(1, '请选择作品或分类').max(CAMPAIGN_IDS, `一个活动最多选${CAMPAIGN_IDS}项`),
  rateBp: z.number('折扣须为数字').int('折扣最多两位小数').min(CAMPAIGN_RATE.least, '折扣不能低于1折').max(CAMPAIGN_RATE.most, '折扣不能高于9.9折'),
  from: time('开始时间'),
  to: time('结束时间'),
  /** Works of the campaign that an order needs before it applies. */
  leastLines: z.number('满几部须为整数').int('满几部须为整数').min(1, '满几部须不小于1').max(ORDER.lines, `满几部不能超过${ORDER.lines}`),
});
export type CampaignDraft = z.output<typeof draft>;

const row = draft.extend({
  campaignId: z.number(),
  /** Titles of the works, or names of the categories. */
  names: z.array(z.string()),
  status: z.enum(CAMPAIGN_STATES),
  /** It is active and its time has come. */
  live: z.boolean(),
  reason: z.string(),
  createdBy: z.string(),
  submittedBy: z.string(),
  approvedBy: z.string(),
  createTime: z.string(),
  /** Paid orders and what their discount was. */
  orderNum: z.number(),
  discountFen: z.number(),
  can: z.array(z.enum(CAMPAIGN_EVENTS)),
  editable: z.boolean(),
});
export type CampaignRow = z.output<typeof row>;

export const campaignList = endpoint('GET /pay/campaign/list', {
  summary: '限时折扣',
  access: 'pay:campaign:list',
  query: paging.extend({
    name: searchTerm(50),
    campaignId: id.optional(),
    status: z
      .union([z.enum(CAMPAIGN_STATES), z.literal('')])
      .transform((value) => value || undefined)
      .optional(),
  }),
  row,
});
export const addCampaign = endpoint('POST /pay/campaign', {
  summary: '新增限时折扣',
  access: 'pay:campaign:add',
  body: draft,
  data: z.object({ campaignId: z.number() }),
});
export const editCampaign = endpoint('PUT /pay/campaign', {
  summary: '修改限时折扣',
  access: 'pay:campaign:edit',
  body: draft.extend({ campaignId: id }),
});
export const campaignEvent = endpoint('PUT /pay/campaign/{event}/{campaignId}', {
  summary: '限时折扣办理',
  access: ['pay:campaign:edit', 'pay:campaign:approve'],
  params: z.object({ event: z.enum(CAMPAIGN_EVENTS), campaignId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

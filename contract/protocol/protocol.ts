import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, date, integer, money, optionalText, reference, references, shown, shownNumber, stringList } from '../field.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { PAY_MODES, PROTOCOL_AUTHOR_EVENTS, PROTOCOL_STAFF_EVENTS, PROTOCOL_STATES } from './protocol.machine.ts';

const percent = (label: string, most: number, fallback: number) => integer(`${label}（万分之）`, 0, most, fallback, { help: '800 表示 8%' });

/** #81: agreements between the press and the authors. */
export const protocol = crud('/press/protocol', {
  name: '出版协议',
  permission: 'press:protocol',
  key: 'protocolId',
  title: 'title',
  fields: {
    archiveId: reference('稿件', { required: true, fixedOnceSaved: true }),
    signType: choice('许可方式', 'press_protocol_sign_type', ['exclusive', 'non_exclusive'], 'exclusive'),
    rights: stringList('授予的权利', 5, 20),
    region: optionalText('地域', 60),
    language: optionalText('语言', 40),
    termYears: integer('期限（年）', 1, 10, 5),
    startDate: date('起始日期'),
    deliverDate: date('交稿日期'),
    planWordCount: integer('约定字数（千字）', 0, 100_000, 0),
    payMode: choice('付酬方式', 'press_protocol_pay_mode', PAY_MODES, 'royalty'),
    royaltyBp: percent('版税率', 5000, 0),
    royaltyBase: choice('版税计算基数', 'press_protocol_royalty_base', ['sold', 'printed'], 'sold'),
    basePerThousandFen: money('基本稿酬（元/千字）'),
    lumpFen: money('一次性报酬'),
    prepayBp: percent('预付比例', 10_000, 0),
    minCopies: integer('首次结算最低册数', 0, 1_000_000, 0),
    digitalShareBp: percent('数字版分成', 10_000, 0),
    sampleBooks: integer('样书（册）', 0, 1000, 10),
    authorDiscountBp: percent('作者购书折扣', 10_000, 7000),
    signers: references('签约作者', { of: 'person' }),
    extraTerms: optionalText('补充条款', 5000, undefined, { kind: 'long' }),
  },
  shown: {
    protocolNo: shown('协议编号'),
    title: shown('书名'),
    partyA: shown('甲方'),
    partyB: shown('乙方'),
    status: shown('状态', 'choice', { dict: 'press_protocol_status' }),
    endDate: shown('到期日期', 'date'),
    signedByB: shown('社方签署时间', 'time'),
    daysLeft: shownNumber('剩余天数'),
  },
  filter: { title: 'own', protocolNo: 'like', status: 'equal', payMode: 'equal', endDate: 'between' },
  sort: ['endDate', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'export'],
});
export type Protocol = z.output<typeof protocol.list.row>;

const signature = z.object({ userId: z.number(), name: z.string(), share: z.number(), signedAt: z.string() });

const terms = z.object({
  protocolId: z.number(),
  protocolNo: z.string(),
  archiveId: z.number(),
  title: z.string(),
  partyB: z.string(),
  signatures: z.array(signature),
  /** The articles of the agreement in words, in order. */
  articles: z.array(z.object({ title: z.string(), text: z.string() })),
  status: z.enum(PROTOCOL_STATES),
  signedByB: z.string(),
  signerB: z.string(),
  endDate: z.string(),
});

const detail = terms.extend({
  log: z.array(
    z.object({ event: z.string(), fromStatus: z.string(), toStatus: z.string(), operatorName: z.string(), note: z.string(), at: z.string() }),
  ),
  can: z.array(z.enum(PROTOCOL_STAFF_EVENTS)),
  editable: z.boolean(),
});
export type ProtocolDetail = z.output<typeof detail>;

const one = z.object({ protocolId: id });

export const protocolDetail = endpoint('GET /press/protocol/detail/{protocolId}', {
  summary: '协议详情',
  access: 'press:protocol:query',
  params: one,
  data: detail,
});

/** SM05 for the staff. `confirmed`: the caller knows that the royalty is outside the reference range. `fileId`: the signed dissolution. */
export const protocolEvent = endpoint('PUT /press/protocol/{event}/{protocolId}', {
  summary: '协议流转',
  access: ['press:protocol:edit', 'press:protocol:audit', 'press:protocol:sign', 'press:protocol:terminate'],
  params: one.extend({ event: z.enum(PROTOCOL_STAFF_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(500, '不能超过500个字').nullish(),
      confirmed: z.boolean().nullish(),
      fileId: id.nullish(),
    })
    .nullish(),
});

const ownAgreement = terms.extend({ can: z.array(z.enum(PROTOCOL_AUTHOR_EVENTS)), realName: z.boolean() });
export type OwnAgreement = z.output<typeof ownAgreement>;

/** Agreements that the caller signs or has signed. */
export const ownAgreements = endpoint('GET /press/protocol/mine', {
  summary: '我的出版协议',
  access: 'signed-in',
  query: z.object({ archiveId: id.optional() }),
  data: z.array(ownAgreement),
});

export const signAgreement = endpoint('PUT /press/protocol/sign/{protocolId}', {
  summary: '签署或拒签协议',
  access: 'signed-in',
  params: one,
  body: z.object({ event: z.enum(PROTOCOL_AUTHOR_EVENTS, '没有这个操作'), reason: visible().max(500, '不能超过500个字').default('') }),
});

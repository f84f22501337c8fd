/** How a value is masked: the visible part is enough to recognise a known value, but not to learn it. */
export type MaskKind = 'phone' | 'email' | 'name' | 'ip' | 'identity' | 'bank' | 'text' | 'documents' | 'identifier';

export interface PersonalField {
  /** Name of the field on the wire. */
  readonly field: string;
  /** Chinese name for error messages: 没有权限按手机号码查询. */
  readonly label: string;
  readonly kind: MaskKind;
  /** A user with one of these permissions sees the plain value. If empty, the value is masked for everybody except its owner. */
  readonly needs: readonly string[];
  /** Applies only to endpoints whose path starts with this; without it, to all endpoints. */
  readonly under?: string;
}

const PEOPLE = ['system:user:list'] as const;
const TRACES = ['monitor:online:list', 'monitor:logininfor:list', 'monitor:operlog:list'] as const;
const COLLEGE = '/structure/college';
const PRESS = '/structure/press';
const DEPT = '/system/dept';
const REAL_NAME = '/system/account/realName';
const APPLICATION = '/structure/applyForLog';

/**
 * Every field with private data about a user, and the permission that shows it. The first entry whose `under`
 * matches applies. New endpoints that return one of these fields are masked automatically (server/crud/personal-view.ts).
 */
export const PERSONAL_FIELDS: readonly PersonalField[] = [
  { field: 'phone', label: '联系电话', kind: 'phone', needs: ['system:dept:query'], under: DEPT },
  { field: 'email', label: '邮箱', kind: 'email', needs: ['system:dept:query'], under: DEPT },
  { field: 'phone', label: '电话', kind: 'phone', needs: ['structure:press:query'], under: PRESS },
  { field: 'email', label: '邮箱', kind: 'email', needs: ['structure:press:query'], under: PRESS },
  { field: 'contactPhone', label: '联系电话', kind: 'phone', needs: ['structure:college:query'], under: COLLEGE },
  { field: 'contactName', label: '联系人', kind: 'name', needs: ['structure:college:query'], under: COLLEGE },
  { field: 'realName', label: '真实姓名', kind: 'name', needs: ['structure:applyForLog:audit'], under: APPLICATION },
  { field: 'materials', label: '申请材料', kind: 'documents', needs: ['structure:applyForLog:document'], under: APPLICATION },
  { field: 'realName', label: '真实姓名', kind: 'name', needs: ['system:account:realName'], under: REAL_NAME },
  { field: 'idCardNo', label: '证件号码', kind: 'identity', needs: ['system:account:realName'], under: REAL_NAME },
  { field: 'identifier', label: '标识', kind: 'identifier', needs: PEOPLE, under: '/system/account' },
  { field: 'contact', label: '联系方式', kind: 'text', needs: ['system:feedback:edit'], under: '/system/feedback' },
  { field: 'operParam', label: '请求参数', kind: 'text', needs: PEOPLE, under: '/monitor/operlog' },
  { field: 'jsonResult', label: '返回结果', kind: 'text', needs: PEOPLE, under: '/monitor/operlog' },
  { field: 'errorMsg', label: '失败原因', kind: 'text', needs: PEOPLE, under: '/monitor/operlog' },
  { field: 'email', label: '邮箱', kind: 'email', needs: ['pay:invoice:list'], under: '/pay/invoice' },
  { field: 'bankAccountNo', label: '银行账号', kind: 'bank', needs: ['earnings:withdraw:pay'], under: '/earnings/withdraw/account' },
  { field: 'realName', label: '真实姓名', kind: 'name', needs: ['earnings:tax:list'], under: '/earnings/tax' },
  { field: 'phonenumber', label: '手机号码', kind: 'phone', needs: PEOPLE },
  { field: 'email', label: '邮箱', kind: 'email', needs: PEOPLE },
  { field: 'loginIp', label: '登录地址', kind: 'ip', needs: TRACES },
  { field: 'ipaddr', label: '登录地址', kind: 'ip', needs: TRACES },
  { field: 'operIp', label: '操作地址', kind: 'ip', needs: TRACES },
  { field: 'realName', label: '真实姓名', kind: 'name', needs: [] },
  { field: 'idCardNo', label: '证件号码', kind: 'identity', needs: [] },
  { field: 'bankAccountNo', label: '银行账号', kind: 'bank', needs: [] },
];

/** Contact fields that are published on purpose: they belong to an office or to a page, not to a person. */
export const PUBLIC_CONTACTS: readonly { readonly path: string; readonly field: string; readonly why: string }[] = [
  { path: '/cms/comment', field: 'ip', why: 'the network of the address only' },
  { path: '/cms/contest', field: 'contact', why: 'the office of the contest, on its page' },
  { path: '/cms/journal', field: 'officeMail', why: 'the office of the journal, in its imprint' },
  { path: '/cms/journal', field: 'officePhone', why: 'the office of the journal, in its imprint' },
  { path: '/cms/wechat/account', field: 'wechatId', why: 'the name of a public account' },
];

export const personalField = (path: string, field: string): PersonalField | undefined =>
  PERSONAL_FIELDS.find((one) => one.field === field && path.startsWith(one.under ?? ''));

/** Field names in the table above, for any endpoint. */
export const PERSONAL_NAMES: ReadonlySet<string> = new Set(PERSONAL_FIELDS.map((one) => one.field));

/** Keeps the first and last characters of a text; a short text keeps the first only. */
function middle(text: string, first: number, last: number): string {
  const signs = [...text];
  if (signs.length <= first + last) return signs.length === 0 ? '' : `${signs[0]}***`;
  return `${signs.slice(0, first).join('')}****${last === 0 ? '' : signs.slice(-last).join('')}`;
}

const maskPhone = (text: string): string => middle(text, 3, 4);
const maskIdentity = (text: string): string => middle(text, 2, 2);

function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 1 ? middle(text, 1, 0) : `${[...text][0]}***${text.slice(at)}`;
}

const maskName = (text: string): string => (text === '' ? '' : `${[...text][0]}${'*'.repeat(Math.max(1, [...text].length - 1))}`);

function maskIp(text: string): string {
  if (text === '') return '';
  return text.includes(':') ? `${text.split(':').slice(0, 2).join(':')}:****` : text.split('.').slice(0, 2).concat('*', '*').join('.');
}

/** Masks everything in a free text that looks like a phone number, an e-mail address or an identity card number. */
const maskText = (text: string): string =>
  text
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, maskEmail)
    .replace(/(?<![\d.])\d{17}[\dXx](?!\d)/g, maskIdentity)
    .replace(/(?<![\d.])1[3-9]\d{9}(?!\d)/g, maskPhone)
    .replace(/(?<=\\?"(?:realName|contactName)\\?":\\?")[^"\\]+/g, maskName);

const MASKS: Readonly<Record<Exclude<MaskKind, 'documents' | 'identifier'>, (text: string) => string>> = {
  phone: maskPhone,
  email: maskEmail,
  name: maskName,
  ip: maskIp,
  identity: maskIdentity,
  bank: (text) => middle(text, 0, 4),
  text: maskText,
};

/** Masks contact details entered in one field: a phone, an e-mail or a messenger number. */
const maskContact = (text: string): string => (text.includes('@') ? maskEmail(text) : maskPhone(text));

/** Returns the masked value for a user without the permission. `row` is the object that contains it. */
export function masked(field: PersonalField, value: unknown, row: Readonly<Record<string, unknown>> = {}): unknown {
  if (field.kind === 'documents')
    return Array.isArray(value) ? value.map((one: object, index) => ({ ...one, name: `材料${index + 1}`, url: '' })) : value;
  if (typeof value !== 'string') return value;
  if (field.kind === 'identifier') return row['identityType'] === 'username' ? value : maskContact(value);
  if (field.field === 'contact') return value === '' ? '' : maskContact(value);
  return MASKS[field.kind](value);
}

import { KINDS } from '../manuscript/manuscript-limits.ts';
import { workFiles } from '../manuscript/work-files.ts';
import { stateMachine } from '../state-machine.ts';

const SEND = 'press:composition:send';
const DELIVER = 'press:composition:deliver';

/** SM07: the composition of one manuscript. The typesetter is the assignee; corrections follow a proof that found something. */
export const compositionMachine = stateMachine({
  id: 'SM07',
  entity: 'composition',
  name: '排版任务',
  illegal: 20701,
  initial: 'pending',
  states: {
    pending: { label: '待发排', tone: 'waiting' },
    sent: { label: '已发排', tone: 'waiting' },
    setting: { label: '排版中', tone: 'review' },
    delivered: { label: '已出样', tone: 'success' },
    correcting: { label: '改样中', tone: 'review' },
    final: { label: '清样', tone: 'success' },
    released: { label: '已付印', tone: 'success', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    send: { label: '发排', from: ['pending'], to: 'sent', permission: SEND, consequence: '排版人员会收到发排单。' },
    transfer: {
      label: '改派',
      from: ['sent', 'setting', 'correcting'],
      to: ['sent', 'setting', 'correcting'],
      permission: SEND,
      reason: { min: 2, message: '请填写改派的原因' },
      consequence: '原来的和新的排版人员都会收到消息。',
    },
    accept: { label: '接收', from: ['sent'], to: 'setting', permission: DELIVER, by: 'assignee' },
    deliver: {
      label: '出样',
      from: ['setting', 'correcting'],
      to: 'delivered',
      permission: DELIVER,
      by: 'assignee',
      consequence: '校样交给校对；出样后版面参数不能再改，直到下一次改样。',
    },
    recorrect: {
      label: '退回改样',
      from: ['delivered'],
      to: 'correcting',
      permission: 'press:composition:final',
      reason: { min: 2, message: '请填写退回的原因' },
      consequence: '校样上漏改的地方会列给排版人员，改后重新出样。',
      danger: true,
    },
    correct: { label: '改样', from: ['delivered'], to: 'correcting', by: 'program' },
    rework: { label: '退回改样', from: ['delivered', 'correcting', 'final'], to: 'correcting', by: 'program' },
    reopen: { label: '重新通读', from: ['final'], to: 'delivered', by: 'program' },
    finalise: {
      label: '定样',
      from: ['delivered'],
      to: 'final',
      permission: 'press:composition:final',
      consequence: '最近一次的校样成为清样。',
    },
    release: {
      label: '付印',
      from: ['final'],
      to: 'released',
      permission: 'press:composition:release',
      consequence: '生成印刷委托书，并在出版物里建立待完善的作品；付印后不能退回。',
    },
    cancel: { label: '取消', from: ['pending', 'sent', 'setting', 'delivered', 'correcting', 'final'], to: 'cancelled', by: 'program' },
  },
  groups: {
    /** The typesetter has the task. */
    assigned: ['sent', 'setting', 'correcting'],
    /** The typesetter writes the layout and uploads proofs. */
    setting: ['setting', 'correcting'],
    /** The newest proof is out. */
    proofOut: ['delivered', 'final'],
    /** The text is final enough for an edition. */
    built: ['delivered', 'final', 'released'],
    closed: ['released', 'cancelled'],
  },
});

export const COMPOSITION_STATES = ['pending', 'sent', 'setting', 'delivered', 'correcting', 'final', 'released', 'cancelled'] as const;
export type CompositionState = (typeof COMPOSITION_STATES)[number];
export const COMPOSITION_EVENTS = ['send', 'transfer', 'accept', 'deliver', 'recorrect', 'finalise', 'release'] as const;
export type CompositionEvent = keyof typeof compositionMachine.events;

/** Kinds without pages: the row records their production, and page data is optional. */
export const PAGELESS: ReadonlySet<string> = new Set(KINDS.filter((kind) => workFiles(kind).parts !== null));
/** What the steps of a recording or film mean, where it differs from a work with pages. */
const WITHOUT_PAGES: Readonly<Partial<Record<CompositionEvent, string>>> = {
  send: '制作人员会收到制作单。',
  deliver: '交给校对审听或审看；出样后不能再改，直到下一次改样。',
  finalise: '最近一次出的样就是定稿。',
  release: '在出版物里建立待完善的作品，曲目或分集一起进入；付印后不能退回。',
};
/** An event of SM07 for a work of this kind, with its consequence in the words of the kind. */
export function eventFor(kind: string, event: CompositionEvent): (typeof compositionMachine.events)[CompositionEvent] {
  const usual = compositionMachine.events[event];
  const consequence = PAGELESS.has(kind) ? WITHOUT_PAGES[event] : undefined;
  return consequence === undefined ? usual : { ...usual, consequence };
}
export const BINDINGS = ['平装', '精装', '线装', '电子'] as const;
export const SHEET_PAGES = [8, 16, 24, 32, 48, 64] as const;

/** Page data of a composition. */
export interface PageData {
  readonly charsPerLine: number;
  readonly linesPerPage: number;
  readonly pages: number;
  readonly sheetPages: number;
}

/** F15: characters by area. */
export const layoutWords = ({ charsPerLine, linesPerPage, pages }: Omit<PageData, 'sheetPages'>): number => charsPerLine * linesPerPage * pages;

/** F16: print sheets with three decimals; empty without data. */
export const printSheets = ({ pages, sheetPages }: Pick<PageData, 'pages' | 'sheetPages'>): string =>
  pages > 0 && sheetPages > 0 ? (Math.round((pages * 1000) / sheetPages) / 1000).toFixed(3) : '';

import { DAY_MS } from '../../contract/clock.ts';
import { pick } from './flow-tree.ts';

type Random = () => number;
export type RandomRow = (random: Random, n: number) => Record<string, unknown>;

const RELEASED = ['draft', 'pending', 'pending', 'published', 'offline'];
/** Rows of other tables are referred to by an id up to this. */
const REFERRED = 20;

const ago = (random: Random): number => Date.now() - Math.floor(random() * 40 * DAY_MS);
const some = (random: Random): number => Math.ceil(random() * REFERRED);
const due = (random: Random) => pick(random, [null, Date.now() - DAY_MS, Date.now() + DAY_MS]);

/**
 * Random rows of the tables behind the badges: the columns that decide whether a row waits for somebody, with values that do and do not. `n`
 * differs for each row.
 */
export function badgeRows(names: readonly string[], people: readonly number[]): Readonly<Record<string, RandomRow>> {
  const someone = (random: Random): number | null => pick(random, [...people, null]);
  const moderated = (random: Random) => ({
    content: '灯下有书',
    status: pick(random, ['pending', 'visible', 'folded', 'rejected', 'appealed', 'removed']),
    stateTime: ago(random),
  });
  return {
    notice: (random) => ({ noticeTitle: '闭馆', noticeType: '2', noticeContent: '正文', status: pick(random, RELEASED), submitBy: someone(random) }),
    information: (random) => ({ title: '讲座', category: 'scholar', content: '正文', status: pick(random, RELEASED), submitBy: someone(random) }),
    banner: (random, n) => ({
      title: '新书',
      position: 'home',
      linkType: 'none',
      orderNum: n,
      status: pick(random, RELEASED),
      submitBy: someone(random),
    }),
    slogan: (random, n) => ({ content: `读书${n}`, position: 'home', orderNum: n, status: pick(random, RELEASED), submitBy: someone(random) }),
    sitePage: (random, n) => ({ pageKey: `page${n}`, title: '关于', status: pick(random, RELEASED), submitBy: someone(random) }),
    manuscript: (random) => ({
      title: '渡口',
      editorId: someone(random),
      ownerId: pick(random, people),
      status: pick(random, ['draft', 'submitted', 'editing', 'ready', 'ready', 'ready', 'ready', 'held', 'published', 'archived']),
      turn: pick(random, ['author', 'editor', 'manager', 'works', 'archivist', 'none']),
      turnOutside: pick(random, ['0', '1']),
      turnUserId: someone(random),
      stageSince: ago(random),
      dueAt: pick(random, [null, Date.now()]),
    }),
    review: (random) => ({
      archiveId: Math.ceil(random() * 20),
      level: pick(random, ['one', 'two', 'last']),
      round: 1,
      auditorId: someone(random),
      status: pick(random, ['pending', 'assigned', 'reviewing', 'adopted']),
      dueAt: pick(random, [null, Date.now()]),
    }),
    protocol: (random, n) => ({
      archiveId: Math.ceil(random() * 20),
      protocolNo: `HT${n}`,
      status: pick(random, ['draft', 'returned', 'checking', 'wait_press', 'cancelled']),
    }),
    feedback: (random) => ({
      type: 'other',
      content: '目录看不清',
      images: '[]',
      contact: '',
      status: pick(random, ['new', 'handling', 'replied', 'closed']),
      userId: someone(random),
    }),
    applyForLog: (random, n) => ({
      applyNo: `SQ${n}`,
      userId: pick(random, people),
      targetMode: `mode${n}`,
      realName: '何语',
      reason: '想投稿',
      status: pick(random, ['pending', 'approved', 'supplement', 'rejected']),
    }),
    order: (random, n) => ({
      orderNo: `DD${n}`,
      userId: pick(random, people),
      totalFen: 100,
      payFen: 100,
      requestId: `r${n}`,
      requestHash: '',
      status: pick(random, ['unpaid', 'paid', 'finished']),
    }),
    refund: (random, n) => ({
      refundNo: `TK${n}`,
      orderId: some(random),
      paymentId: 1,
      kind: 'buyer',
      reason: '买错了',
      fen: 100,
      passedBy: someone(random),
      status: pick(random, ['applied', 'approved', 'sending', 'failed', 'done', 'rejected']),
    }),
    payment: (random, n) => ({
      orderId: some(random),
      paymentNo: `ZF${n}`,
      channel: pick(random, ['offline', 'offline', 'sandbox']),
      amountFen: 100,
      payer: '渡口中学',
      requestId: `r${n}`,
      registeredBy: pick(random, [null, someone(random)]),
      status: pick(random, ['created', 'created', 'paid', 'closed']),
    }),
    reconDay: (_random, n) => ({ day: `2026-${n}`, channel: 'alipay' }),
    reconItem: (random, n) => ({
      reconDayId: some(random),
      channel: 'alipay',
      side: 'pay',
      kind: 'theirs_only',
      ourNo: `ZF${n}`,
      theirNo: `T${n}`,
      open: pick(random, ['0', '1', '1']),
      adoptBy: pick(random, [null, someone(random)]),
      adoptReason: '付款人尚未查明',
    }),
    realNameCheck: (random) => ({
      userId: pick(random, people),
      realName: '何语',
      idType: 'idCard',
      idCardNo: '',
      identityKey: '',
      status: pick(random, ['pending', 'pending', 'verified', 'rejected']),
    }),
    publication: (random, n) => ({
      kind: pick(random, ['book', 'book', 'audio']),
      title: '渡口英语',
      authorsText: '何语',
      edition: 1,
      publishNo: `P${n}`,
      status: pick(random, ['draft', 'checking', 'rejected', 'listed', 'delisted', 'recalled']),
      submitBy: someone(random),
      createBy: pick(random, names),
      proposedBy: someone(random),
      proposedListFen: 100,
      proposedSaleFen: 100,
      proposedIsFree: '0',
      proposedAt: Date.now(),
    }),
    topic: (random) => ({
      title: '桥上的灯',
      declarerId: pick(random, people),
      isMajor: pick(random, ['0', '1']),
      recordNo: pick(random, ['', '备2026']),
      status: pick(random, ['draft', 'submitted', 'revise', 'section_passed', 'approved', 'approved', 'rejected']),
    }),
    topicSession: (random) => ({
      title: '选题论证会',
      hostId: pick(random, people),
      recorderId: pick(random, people),
      status: pick(random, ['planning', 'holding', 'holding', 'minuting', 'minuting', 'minuting', 'minuting', 'closed']),
    }),
    minutes: (random, n) => ({
      sessionId: some(random),
      fileNo: `纪${n}`,
      status: pick(random, ['draft', 'draft', 'draft', 'signed']),
      complete: pick(random, ['0', '1']),
    }),
    composition: (random) => ({
      archiveId: some(random),
      typesetterId: someone(random),
      status: pick(random, [
        'pending',
        'sent',
        'setting',
        'delivered',
        'correcting',
        'final',
        'final',
        'final',
        'final',
        'final',
        'final',
        'released',
      ]),
      dueAt: due(random),
    }),
    proofread: (random) => ({
      archiveId: some(random),
      stage: pick(random, ['one', 'two', 'three', 'read']),
      round: 1,
      proofreaderId: someone(random),
      status: pick(random, ['pending', 'assigned', 'proofing', 'submitted', 'passed', 'cancelled']),
      dueAt: due(random),
    }),
    proofMark: (random) => ({
      archiveId: some(random),
      proofId: some(random),
      stage: 'read',
      round: 1,
      kind: 'wrong',
      userId: pick(random, people),
      source: pick(random, ['reader', 'reader', 'proofreader']),
      fate: pick(random, ['adopted', 'adopted', 'pending']),
      appliedVersion: pick(random, [null, 1]),
    }),
    contest: (random) => ({
      title: '译灯大赛',
      organizer: '启明',
      ownerId: pick(random, people),
      status: pick(random, ['draft', 'collecting', 'judging', 'judging', 'publicity', 'finished']),
    }),
    contestRound: (random) => ({
      contestId: some(random),
      roundType: pick(random, [1, 2, 3]),
      endTime: due(random),
      status: pick(random, ['pending', 'allocated', 'open', 'scored', 'confirmed']),
    }),
    contestObjection: (random) => ({
      contestId: some(random),
      userId: pick(random, people),
      content: '名次有误',
      status: pick(random, ['open', 'open', 'dismissed']),
    }),
    contestException: (random) => ({
      contestId: some(random),
      kind: pick(random, ['early_finish', 'over_quota']),
      reason: '名次并列',
      proposedBy: pick(random, people),
      status: pick(random, ['waiting', 'waiting', 'confirmed', 'rejected']),
    }),
    journalSubmission: (random) => ({
      journalId: pick(random, [1, 2]),
      ownerId: pick(random, people),
      editorId: someone(random),
      title: '灯塔的光学',
      status: pick(random, ['draft', 'submitted', 'returned', 'external', 'revision', 'published', 'declined']),
      turn: pick(random, ['author', 'editor', 'chief', 'outsider', 'none']),
      dueAt: due(random),
      stageSince: ago(random),
    }),
    comment: (random) => ({
      ...moderated(random),
      targetType: pick(random, ['notice', 'information', 'publication']),
      targetId: some(random),
      userId: pick(random, people),
    }),
    authorMessage: (random) => ({ ...moderated(random), authorId: pick(random, people) }),
  };
}

import { stateMachine } from '../state-machine.ts';

const ASSIGN = 'press:editor:assign';
const FINISH = 'press:editor:finish';

/** States in which one of the three reviews is open. */
export const REVIEWING = ['audit_one', 'audit_two', 'audit_last'] as const;
/** States in which the manuscript is proofread. */
export const PROOFING = ['proof_one', 'proof_two', 'proof_three', 'reading'] as const;
/** States that may be held, and to which a held manuscript returns. */
export const HOLDABLE = ['topic', 'assigned', ...REVIEWING, 'contracting', 'editing', 'composing', ...PROOFING, 'ready'] as const;

/**
 * SM01. Events of the program are taken by the machines of the stages (topic, review, agreement, proof, composition, publication) in the same
 * transaction; their services check the permission of the user.
 */
export const manuscriptMachine = stateMachine({
  id: 'SM01',
  entity: 'manuscript',
  name: '稿件',
  illegal: 20101,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    submitted: { label: '已投稿', tone: 'waiting' },
    topic: { label: '选题中', tone: 'review' },
    assigned: { label: '已派责编', tone: 'review' },
    audit_one: { label: '初审中', tone: 'review' },
    audit_two: { label: '复审中', tone: 'review' },
    audit_last: { label: '终审中', tone: 'review' },
    revising: { label: '退修中', tone: 'waiting' },
    contracting: { label: '签约中', tone: 'waiting' },
    editing: { label: '编辑加工', tone: 'review' },
    composing: { label: '排版中', tone: 'review' },
    proof_one: { label: '一校', tone: 'review' },
    proof_two: { label: '二校', tone: 'review' },
    proof_three: { label: '三校', tone: 'review' },
    reading: { label: '通读', tone: 'review' },
    ready: { label: '待出版', tone: 'waiting' },
    published: { label: '已出版', tone: 'success' },
    archived: { label: '已归档', tone: 'idle', final: true },
    held: { label: '搁置', tone: 'idle' },
    rejected: { label: '已退稿', tone: 'error' },
    withdrawn: { label: '已撤稿', tone: 'idle' },
  },
  events: {
    submit: { label: '投稿', from: ['draft'], to: 'submitted', by: 'owner', consequence: '投稿后由编务安排选题和编辑，其间可以撤稿。' },
    declare: { label: '申报选题', from: ['submitted'], to: 'topic', by: 'program' },
    topicReturned: { label: '选题未立', from: ['topic', 'assigned'], to: 'submitted', by: 'program' },
    assign: { label: '派责编', from: ['topic', 'submitted'], to: 'assigned', permission: ASSIGN, consequence: '责任编辑会收到消息。' },
    reassign: {
      label: '改派责编',
      from: ['assigned', 'editing', 'revising'],
      to: ['assigned', 'editing', 'revising'],
      permission: ASSIGN,
      reason: { min: 2, message: '请填写改派的原因' },
      consequence: '原责任编辑和新责任编辑都会收到消息。',
    },
    startAudit: {
      label: '送初审',
      from: ['assigned'],
      to: 'audit_one',
      permission: 'press:audit:start',
      by: 'assignee',
      consequence: '送审后由编务指派初审人。',
    },
    passOne: { label: '初审通过', from: ['audit_one'], to: 'audit_two', by: 'program' },
    passTwo: { label: '复审通过', from: ['audit_two'], to: 'audit_last', by: 'program' },
    passLast: { label: '终审通过', from: ['audit_last'], to: 'contracting', by: 'program' },
    recallReview: { label: '撤回审级', from: ['audit_two', 'audit_last', 'contracting'], to: [...REVIEWING], by: 'program' },
    reviseByReview: { label: '审稿退修', from: [...REVIEWING], to: 'revising', by: 'program' },
    rejectByReview: { label: '审稿退稿', from: [...REVIEWING], to: 'rejected', by: 'program' },
    revise: {
      label: '退修',
      from: ['editing'],
      to: 'revising',
      permission: FINISH,
      by: 'assignee',
      reason: { min: 50, message: '请填写不少于50字的退修意见' },
      consequence: '作者会收到意见，有30天修改。',
    },
    resubmit: { label: '修回', from: ['revising'], to: ['assigned', 'editing'], by: 'owner' },
    reject: {
      label: '退稿',
      from: ['submitted', 'topic'],
      to: 'rejected',
      permission: 'press:audit:reject',
      reason: { min: 10, message: '请填写退稿意见，至少10个字' },
      consequence: '作者会收到意见。180天内可以由总编辑撤销退稿。',
      danger: true,
    },
    contractSigned: { label: '协议生效', from: ['contracting'], to: 'editing', by: 'program' },
    finishEdit: { label: '加工完成', from: ['editing'], to: 'composing', permission: FINISH, by: 'assignee', consequence: '书稿发往排版。' },
    proofsOut: { label: '出校样', from: ['composing'], to: 'proof_one', by: 'program' },
    passProofOne: { label: '一校通过', from: ['proof_one'], to: 'proof_two', by: 'program' },
    passProofTwo: { label: '二校通过', from: ['proof_two'], to: 'proof_three', by: 'program' },
    passProofThree: { label: '三校通过', from: ['proof_three'], to: 'reading', by: 'program' },
    readPassed: { label: '通读通过', from: ['reading'], to: 'ready', by: 'program' },
    publish: { label: '出版', from: ['ready'], to: 'published', by: 'program' },
    archiveIt: {
      label: '归档',
      from: ['published'],
      to: 'archived',
      permission: 'cms:archive:archive',
      consequence: '归档后稿件只读，不能再流转。',
    },
    hold: {
      label: '搁置',
      from: [...HOLDABLE],
      to: 'held',
      permission: 'press:hold:add',
      reason: { min: 2, message: '请填写搁置原因' },
      consequence: '搁置期间各项任务停止计时，恢复后期限顺延。',
      danger: true,
    },
    resume: {
      label: '恢复',
      from: ['held'],
      to: [...HOLDABLE],
      permission: 'press:hold:resume',
      consequence: '稿件回到搁置前的环节，期限按搁置天数顺延。',
    },
    returnForCompletion: {
      label: '退回补全',
      from: ['submitted'],
      to: 'draft',
      permission: ASSIGN,
      reason: { min: 5, message: '请写明需要补全什么，至少5个字' },
      consequence: '作者补全后再次投稿，稿件编号不变。',
    },
    withdraw: {
      label: '撤稿',
      from: ['draft', 'submitted', 'topic', 'revising'],
      to: 'withdrawn',
      by: 'owner',
      consequence: '稿件停止流转，未完成的任务取消。30天内可以申请恢复。',
      danger: true,
    },
    askRestore: { label: '申请恢复', from: ['withdrawn'], to: 'withdrawn', by: 'owner', consequence: '编务同意后稿件回到撤稿前的环节。' },
    undoWithdraw: {
      label: '同意恢复',
      from: ['withdrawn'],
      to: ['draft', 'submitted', 'topic', 'revising'],
      permission: ASSIGN,
      consequence: '稿件回到撤稿前的环节。',
    },
    undoReject: {
      label: '撤销退稿',
      from: ['rejected'],
      to: ['submitted', 'topic', ...REVIEWING],
      permission: 'press:audit:undoReject',
      reason: { min: 5, message: '请填写撤销退稿的理由，至少5个字' },
      consequence: '稿件回到退稿前的环节，作者会收到消息。',
    },
    backTo: {
      label: '退回前序环节',
      from: ['editing', 'composing', ...PROOFING, 'ready'],
      to: ['audit_last', 'editing', 'composing', 'reading'],
      permission: ASSIGN,
      reason: { min: 5, message: '请填写退回的理由，至少5个字' },
      consequence: '当前环节未完成的任务取消，各版本和校改记录保留。',
      danger: true,
    },
  },
  groups: {
    /** Nobody works on it any more. */
    ended: ['published', 'archived', 'rejected', 'withdrawn'],
    /** It waits for nobody on the staff. */
    atRest: ['draft', 'published', 'archived', 'rejected', 'withdrawn'],
    /** It does not count for the load of an editor. */
    outsideEditing: ['draft', 'submitted', 'published', 'archived', 'rejected', 'withdrawn'],
    /** It has no responsible editor yet. */
    unassigned: ['submitted', 'topic'],
    /** The list of the editors leaves it out. */
    notForEditors: ['draft', 'submitted', 'archived', 'rejected', 'withdrawn'],
    /** It may return to the state before. */
    interrupted: ['held', 'rejected', 'withdrawn'],
    /** The stage itself lists the work: topics, reviews, agreements, typesetting and proofs. */
    stages: ['topic', ...REVIEWING, 'contracting', 'composing', ...PROOFING],
    authorWrites: ['draft', 'revising'],
    editorWrites: ['assigned', 'editing'],
    published: ['published', 'archived'],
    removable: ['draft', 'rejected', 'withdrawn'],
    /** The last review has adopted it. */
    adopted: ['contracting', 'editing', 'composing', ...PROOFING, 'ready', 'published', 'archived'],
    /** The agreement is signed and the work is not published. */
    contracted: ['editing', 'composing', ...PROOFING, 'ready'],
  },
});

/** The stages to which a manuscript may go back, by its state. */
export const BACK_TARGETS: Readonly<Partial<Record<ManuscriptState, readonly ManuscriptState[]>>> = {
  editing: ['audit_last'],
  composing: ['editing'],
  proof_one: ['composing', 'editing'],
  proof_two: ['composing', 'editing'],
  proof_three: ['composing', 'editing'],
  reading: ['composing', 'editing'],
  ready: ['reading'],
};

export const MANUSCRIPT_STATES = [
  'draft',
  'submitted',
  'topic',
  'assigned',
  'audit_one',
  'audit_two',
  'audit_last',
  'revising',
  'contracting',
  'editing',
  'composing',
  'proof_one',
  'proof_two',
  'proof_three',
  'reading',
  'ready',
  'published',
  'archived',
  'held',
  'rejected',
  'withdrawn',
] as const;
export type ManuscriptState = (typeof MANUSCRIPT_STATES)[number];
export type ManuscriptEvent = keyof typeof manuscriptMachine.events;

/** Events that a user takes directly, through the endpoints of the manuscript. */
export const STAFF_EVENTS = [
  'reassign',
  'startAudit',
  'revise',
  'reject',
  'finishEdit',
  'archiveIt',
  'hold',
  'resume',
  'returnForCompletion',
  'undoWithdraw',
  'undoReject',
  'backTo',
] as const;
export const AUTHOR_EVENTS = ['submit', 'resubmit', 'withdraw', 'askRestore'] as const;

/** Who acts next on a manuscript: the author, a role of the staff, or no one. */
export const TURNS = ['author', 'manager', 'editor', 'reviewer', 'proofreader', 'typesetter', 'works', 'archivist', 'none'] as const;
export type Turn = (typeof TURNS)[number];
export const TURN_NAMES: Readonly<Record<Turn, string>> = {
  author: '作者',
  manager: '编务',
  editor: '责任编辑',
  reviewer: '审稿人',
  proofreader: '校对',
  typesetter: '排版',
  works: '作品管理',
  archivist: '档案',
  none: '—',
};

/** Who acts next in each state, until the machine of the stage sets it with `setTurn`. */
export const TURN_OF: Readonly<Record<ManuscriptState, Turn>> = {
  draft: 'author',
  submitted: 'manager',
  topic: 'manager',
  assigned: 'editor',
  audit_one: 'manager',
  audit_two: 'manager',
  audit_last: 'manager',
  revising: 'author',
  contracting: 'editor',
  editing: 'editor',
  composing: 'editor',
  proof_one: 'manager',
  proof_two: 'manager',
  proof_three: 'manager',
  reading: 'manager',
  ready: 'works',
  published: 'archivist',
  archived: 'none',
  held: 'manager',
  rejected: 'none',
  withdrawn: 'none',
};

/** The permission by which a role of the staff sees what waits for it and has no assignee yet. */
export const TURN_PERMISSION: Readonly<Partial<Record<Turn, `${string}:${string}:${string}`>>> = {
  manager: 'press:editor:assign',
  works: 'publish:publication:edit',
  archivist: 'cms:archive:archive',
};

/** What the author sees: five words, and what happens next. */
export const AUTHOR_WORDS = ['未投稿', '已收到', '审读中', '请您处理', '编校中', '已出版', '已结束'] as const;
export type AuthorWord = (typeof AUTHOR_WORDS)[number];

const AUTHOR_WORD: Readonly<Partial<Record<ManuscriptState, AuthorWord>>> = {
  draft: '未投稿',
  submitted: '已收到',
  topic: '已收到',
  revising: '请您处理',
  published: '已出版',
  archived: '已出版',
  rejected: '已结束',
  withdrawn: '已结束',
};
const READ_BY_STAFF: ReadonlySet<string> = new Set(['assigned', ...REVIEWING]);

/** `before` is the state before a hold. The author is not told who is late. */
export function authorWord(state: ManuscriptState, turn: Turn, before: ManuscriptState | ''): AuthorWord {
  const shown = state === 'held' && before !== '' ? before : state;
  if (turn === 'author' && shown !== 'draft') return '请您处理';
  return AUTHOR_WORD[shown] ?? (READ_BY_STAFF.has(shown) ? '审读中' : '编校中');
}

export const NEXT_STEP: Readonly<Record<AuthorWord, string>> = {
  未投稿: '写好后投稿，编务会在几天内看到。',
  已收到: '编务正在安排选题论证和责任编辑。',
  审读中: '编辑部三级审读，结果会发到您的站内信。',
  请您处理: '打开稿件，按提示完成您的一步。',
  编校中: '编辑加工、排版和校对中，有问题会请您答疑。',
  已出版: '作品已经出版，读者可以阅读。',
  已结束: '稿件不再流转。',
};

import type { Tables } from '../db/tables.ts';

/**
 * What happens to the rows of a person whose account is closed or purged. The row of `user` stays without personal data, so an id alone
 * names nobody.
 */
export type Fate =
  /** The rows are deleted. */
  | { readonly fate: 'erase' }
  /** The rows stay; these columns get these values. */
  | { readonly fate: 'anonymise'; readonly set: Readonly<Record<string, string | number | null>> }
  /** The rows stay as they are; `reason` is the law, contract or purpose. */
  | { readonly fate: 'keep'; readonly reason: string };

export type PersonalTable = Fate & {
  readonly table: keyof Tables;
  /** The column with the id of the person; null when the rows do not belong to one account. */
  readonly person: string | null;
  /** File name and columns in the export of one's own data; without it the rows are not of use to the person, or belong to others too. */
  readonly exported?: { readonly title: string; readonly columns: readonly string[] };
};

const REMOVED = '（内容已随账号注销删除）';
const PUBLISHED = '著作权法：作品署名与出版档案';
const CONTRACT = '民法典、会计法：合同与账目';
const WORKFLOW = '编辑出版的办理记录，只留编号';
const CONTEST = '活动的评审记录与结果，只留编号';
const PEER_REVIEW = '期刊的审稿记录，只留编号';
const NETWORK = '网络安全法第二十一条：网络日志不少于六个月，到期由任务清理';
const COUNTED = '只留编号，用于计数';
const ORGANISATION = '单位的联系方式，不属于账号';
const SERVER = '服务器进程的编号，不是人';

const erase = (table: keyof Tables, title = '', columns: readonly string[] = [], person = 'userId'): PersonalTable => ({
  table,
  person,
  fate: 'erase',
  ...(title ? { exported: { title, columns } } : {}),
});
const keep = (table: keyof Tables, person: string | null, reason: string, title = '', columns: readonly string[] = []): PersonalTable => ({
  table,
  person,
  fate: 'keep',
  reason,
  ...(title ? { exported: { title, columns } } : {}),
});
const anonymise = (
  table: keyof Tables,
  set: Readonly<Record<string, string | number | null>>,
  title = '',
  columns: readonly string[] = [],
  person = 'userId',
): PersonalTable => ({ table, person, fate: 'anonymise', set, ...(title ? { exported: { title, columns } } : {}) });

const PASSAGE = ['publicationId', 'chapterTitle', 'text', 'createTime', 'updateTime'];

/** Every table with a column that names a person. A table that is missing here fails a test. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  // Account
  anonymise(
    'user',
    {
      nickName: '已注销用户',
      passwordHash: '',
      email: '',
      phonenumber: '',
      sex: '2',
      avatar: '',
      introduction: '',
      loginIp: '',
      loginDate: null,
      deptId: null,
      collegeId: null,
      realName: '',
      idCardNo: '',
      identityKey: '',
      realNameStatus: 'none',
      remark: '',
      status: '1',
      delFlag: '2',
    },
    '账号',
    ['userName', 'nickName', 'email', 'phonenumber', 'sex', 'introduction', 'realName', 'createTime', 'loginIp', 'loginDate'],
    'id',
  ),
  erase('account'),
  erase('session', '登录中的设备', ['ip', 'browser', 'os', 'createTime', 'lastSeen']),
  erase('externalLogin', '关联的登录方式', ['provider', 'account', 'createTime']),
  erase('knownDevice', '登录过的设备', ['browser', 'os', 'createTime', 'lastSeen']),
  erase('secondFactor'),
  erase('recoveryCode'),
  erase('passkey', '通行密钥', ['name', 'createTime', 'lastUsed']),
  erase('userClosing'),
  erase('userRole'),
  erase('userPost'),
  erase('userGroup'),
  erase('pressUser'),
  erase('journalEditor'),
  erase('applyForLog', '身份申请', ['targetMode', 'realName', 'unit', 'reason', 'status', 'createTime']),
  erase('absence', '请假与代理', ['startDate', 'endDate', 'reason']),
  keep('order', 'userId', CONTRACT, '订单', ['orderNo', 'status', 'payFen', 'refundedFen', 'createTime', 'payTime']),
  keep('refund', null, CONTRACT),
  keep('payment', null, CONTRACT),
  erase('invoiceTitle', '发票抬头', ['titleType', 'title', 'taxNo', 'email']),
  keep('invoice', 'userId', CONTRACT, '发票', ['applyNo', 'title', 'amountFen', 'invoiceNumber', 'issueDate', 'status']),
  keep('redInvoice', null, CONTRACT),
  keep('ledgerTransaction', null, CONTRACT),
  keep('paymentNotice', null, NETWORK),
  erase('cartItem'),
  erase('realNameCheck', '实名认证', ['realName', 'idType', 'status', 'reason', 'createTime', 'decidedAt']),
  keep('loginLog', null, NETWORK),
  keep('operLog', 'userId', NETWORK),
  keep('dept', null, ORGANISATION),
  keep('press', null, ORGANISATION),
  keep('college', null, ORGANISATION),
  keep('journal', null, ORGANISATION),
  // Reading
  erase('annotation', '笔记', [...PASSAGE, 'note', 'type', 'colour']),
  erase('word', '生词', [...PASSAGE, 'sentence', 'meaning', 'reviews']),
  erase('readingDay', '阅读时长', ['day', 'seconds', 'pages']),
  erase('readingProgress', '读到的位置', ['publicationId', 'percent', 'updateTime']),
  erase('readingSetting'),
  erase('syncCounter'),
  erase('mediaPlace', '听看到的位置', ['publicationId', 'positionMs', 'updateTime']),
  erase('browse', '浏览记录', ['targetType', 'targetId', 'seconds', 'createTime']),
  erase('browsePrivate'),
  erase('download', '下载记录', ['publicationId', 'device', 'result', 'createTime']),
  erase('downloadDevice', '下载的设备', ['publicationId', 'device', 'createTime']),
  keep('collect', 'userId', COUNTED, '收藏', ['targetType', 'targetId', 'createTime']),
  keep('score', 'userId', COUNTED, '评分', ['publicationId', 'score', 'updateTime']),
  keep('entitlement', 'userId', CONTRACT, '阅读权利', ['publicationId', 'source', 'validFrom', 'validTo']),
  anonymise('erratum', { deviceId: '', device: '' }, '勘误', [...PASSAGE, 'wrong', 'status', 'reply']),
  // What people wrote
  anonymise('comment', { content: REMOVED, previousContent: '', ip: '' }, '评论', ['targetType', 'targetId', 'content', 'status', 'createTime']),
  anonymise(
    'authorMessage',
    { title: '', content: REMOVED, previousContent: '', images: '[]' },
    '作者说',
    ['title', 'content', 'createTime'],
    'authorId',
  ),
  keep('contentLike', 'userId', COUNTED, '点赞', ['kind', 'targetId', 'createTime']),
  anonymise('commentReport', { detail: '' }, '举报', ['reason', 'detail', 'result', 'createTime']),
  erase('penalty', '处理记录', ['kind', 'reason', 'fromTime', 'toTime']),
  anonymise('feedback', { contact: '', content: REMOVED, images: '[]' }, '意见反馈', ['type', 'content', 'contact', 'reply', 'createTime']),
  anonymise('tutor', { topic: '', question: REMOVED, ratingNote: '' }, '辅导', ['tutorNo', 'topic', 'question', 'status', 'createTime']),
  anonymise('tutorMessage', { content: REMOVED }, '辅导留言', ['tutorId', 'content', 'createTime']),
  // Messages and settings
  erase('message', '消息', ['type', 'title', 'content', 'createTime', 'readAt']),
  erase('mail', '邮件', ['email', 'subject', 'state', 'createTime', 'sentTime']),
  // Addresses and keys of browsers: of no use to the person.
  erase('pushSubscription'),
  erase('notifyPreference', '通知设置', ['type', 'inbox', 'mail']),
  erase('noticeRead'),
  erase('todoMark'),
  erase('todoView'),
  erase('listView', '列表视图', ['listKey', 'name', 'createTime']),
  erase('requestKey'),
  // The files are removed by the sweep of unused files.
  erase('exportFile'),
  keep('letter', 'senderId', WORKFLOW),
  // Authors
  anonymise('author', { bankName: '', bankBranch: '', bankAccountNo: '', bankAccountName: '', photo: '', fields: '', workUnit: '' }, '作者信息', [
    'penName',
    'region',
    'nationality',
    'title',
    'workUnit',
    'education',
    'biography',
    'bankName',
    'createTime',
  ]),
  anonymise('authorConfirm', { mail: '' }),
  keep('manuscript', 'ownerId', PUBLISHED, '稿件', ['archiveNo', 'title', 'subtitle', 'summary', 'wordCount', 'createTime']),
  keep('manuscriptFile', 'ownerId', PUBLISHED),
  keep('manuscriptVersion', 'changedBy', PUBLISHED),
  keep('manuscriptHold', 'heldBy', WORKFLOW),
  keep('topic', 'authorUserId', WORKFLOW),
  keep('topicVote', 'userId', WORKFLOW),
  keep('sessionAttendee', 'userId', WORKFLOW),
  keep('minutes', null, WORKFLOW),
  keep('protocolSignature', 'userId', CONTRACT),
  keep('amendmentSignature', 'userId', CONTRACT),
  keep('authorProof', 'userId', WORKFLOW),
  keep('editTask', 'editorId', WORKFLOW),
  keep('editQuery', 'askedBy', WORKFLOW),
  keep('proofMark', 'userId', WORKFLOW),
  keep('proofMarkReply', 'userId', WORKFLOW),
  keep('proofread', 'proofreaderId', WORKFLOW),
  keep('composition', null, WORKFLOW),
  keep('qualitySignature', 'userId', WORKFLOW),
  keep('review', 'assignedBy', WORKFLOW),
  keep('publication', null, PUBLISHED),
  keep('permissionItem', null, PUBLISHED),
  keep('file', 'ownerId', '附件随引用它的记录保存，没有引用的由任务清理'),
  keep('media', 'userId', PUBLISHED),
  keep('preparation', 'userId', WORKFLOW),
  // Scholars and experts
  keep('scholar', 'userId', '学者馆的公开资料，由工作人员维护'),
  keep('scholarMerge', 'userId', WORKFLOW),
  keep('professor', 'userId', '出版社公布的专家资料，由工作人员维护'),
  keep('information', null, WORKFLOW),
  // Contests
  keep('contest', 'ownerId', CONTEST),
  keep('contestSubmit', 'userId', CONTEST, '参赛作品', ['submitNo', 'title', 'intro', 'status', 'createTime']),
  keep('contestFile', 'ownerId', CONTEST),
  keep('contestJudge', 'userId', CONTEST),
  keep('contestConflict', 'userId', CONTEST),
  keep('contestException', 'proposedBy', CONTEST),
  keep('contestDiscussion', 'userId', CONTEST),
  keep('judgeTask', 'judgeId', CONTEST),
  anonymise('contestObjection', { contact: '' }, '异议', ['content', 'contact', 'reply', 'createTime']),
  keep('contestCertificate', 'userId', '获奖证书供查验', '证书', ['certificateNo', 'title', 'awardName', 'issuedAt']),
  // Journals
  keep('journalSubmission', 'ownerId', PEER_REVIEW, '期刊投稿', ['submissionNo', 'title', 'abstract', 'language', 'createTime']),
  keep('journalFile', 'ownerId', PEER_REVIEW),
  anonymise('journalReview', { inviteEmail: '', inviteName: '' }, '', [], 'reviewerId'),
  keep('correctionNotice', null, PUBLISHED),
  // Workflow
  keep('flowInstance', 'startUserId', WORKFLOW, '发起的流程', ['title', 'status', 'startTime', 'endTime']),
  keep('flowTask', 'assignee', WORKFLOW),
  keep('flowComment', 'userId', WORKFLOW),
  keep('flowCopy', 'userId', WORKFLOW),
  keep('flowLog', 'operatorId', WORKFLOW),
  keep('stageTask', 'doneBy', WORKFLOW),
  keep('reviewerAlias', 'userId', WORKFLOW),
  // Not of an account
  keep('banner', 'submitBy', WORKFLOW),
  keep('notice', 'submitBy', WORKFLOW),
  keep('slogan', 'submitBy', WORKFLOW),
  keep('sitePage', 'submitBy', WORKFLOW),
  keep('userMode', null, '身份的设置，没有个人资料'),
  keep('job', null, SERVER),
  keep('mediaStream', null, SERVER),
];

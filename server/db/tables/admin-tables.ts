import type { BackupRunTable, MoveProgressTable, ServerBeatTable } from './backup-table.ts';
import type { RequestKeyTables } from '../records/request-key-table.ts';
import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';
import type { NotifyPreferenceTable, PushDeliveryTable, PushSubscriptionTable } from './inbox-tables.ts';

/** Back-office tables; times are epoch milliseconds, lists and objects are JSON text. */
export interface DeptTable extends Base {
  id: Generated<number>;
  parentId: Generated<number>;
  ancestors: Generated<string>;
  deptName: string;
  orderNum: Generated<number>;
  leader: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  status: Generated<'0' | '1'>;
}

export interface PostTable extends Base {
  id: Generated<number>;
  postCode: string;
  postName: string;
  postSort: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface UserPostTable {
  userId: number;
  postId: number;
}

export interface RoleDeptTable {
  roleId: number;
  deptId: number;
}

export interface OperLogTable {
  id: Generated<number>;
  title: string;
  businessType: Generated<number>;
  method: Generated<string>;
  requestMethod: Generated<string>;
  operatorType: Generated<number>;
  operName: Generated<string>;
  deptName: Generated<string>;
  operUrl: Generated<string>;
  operIp: Generated<string>;
  operLocation: Generated<string>;
  operParam: Generated<string>;
  jsonResult: Generated<string>;
  status: Generated<number>;
  errorMsg: Generated<string>;
  operTime: number;
  costTime: Generated<number>;
  deptId: number | null;
  userId: number | null;
  /** Position in the hash chain; null for rows from before the chain. */
  chainSeq: number | null;
  prevHash: Generated<string>;
  hash: Generated<string>;
}

/** The end of each log's hash chain, and the last row removed after its retention time. */
export interface AuditChainTable {
  name: string;
  seq: Generated<number>;
  hash: Generated<string>;
  anchorSeq: Generated<number>;
  anchorHash: Generated<string>;
}

export interface JobTable extends Base {
  id: Generated<number>;
  jobName: string;
  jobGroup: Generated<string>;
  invokeTarget: string;
  cronExpression: string;
  misfirePolicy: Generated<string>;
  concurrent: Generated<'0' | '1'>;
  status: Generated<'0' | '1'>;
  nextTime: number | null;
  askedAt: number | null;
  leaseUntil: Generated<number>;
  leaseBy: Generated<string>;
}

export interface JobLogTable {
  id: Generated<number>;
  jobId: Generated<number>;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  jobMessage: Generated<string>;
  status: Generated<'0' | '1'>;
  exceptionInfo: Generated<string>;
  startTime: number;
  endTime: number;
}

export interface UserModeTable extends Base {
  id: Generated<number>;
  modeKey: string;
  modeName: string;
  defaultRoleIds: Generated<string>;
  needAudit: Generated<'0' | '1'>;
  needRealName: Generated<'0' | '1'>;
  requiredMaterials: Generated<string>;
  quotaArchives: Generated<number>;
  quotaStorageMb: Generated<number>;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface AccountTable extends Base {
  id: Generated<number>;
  userId: number;
  identityType: string;
  identifier: string;
  verified: Generated<'0' | '1'>;
  lockedUntil: number | null;
  failCount: Generated<number>;
  lastLoginTime: number | null;
  cancelStatus: Generated<string>;
}

export interface CollegeTable extends Base {
  id: Generated<number>;
  collegeName: string;
  collegeCode: Generated<string>;
  level: Generated<string>;
  areaId: number | null;
  address: Generated<string>;
  logo: Generated<string>;
  website: Generated<string>;
  contactName: Generated<string>;
  contactPhone: Generated<string>;
  cooperation: Generated<'0' | '1'>;
  intro: Generated<string>;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface AuthorTable extends Base {
  id: Generated<number>;
  userId: number;
  penName: Generated<string>;
  region: Generated<string>;
  nationality: Generated<string>;
  title: Generated<string>;
  workUnit: Generated<string>;
  education: Generated<string>;
  fields: Generated<string>;
  biography: Generated<string>;
  photo: Generated<string>;
  bankName: Generated<string>;
  bankBranch: Generated<string>;
  bankAccountNo: Generated<string>;
  bankAccountName: Generated<string>;
  authorLevel: Generated<string>;
  auditStatus: Generated<string>;
  /** JSON array of ids of publications. */
  publishIds: Generated<string>;
  status: Generated<'0' | '1'>;
}

export interface ProfessorTable extends Base {
  id: Generated<number>;
  userId: number;
  collegeId: number | null;
  title: string;
  expertise: string;
  tutorEnabled: Generated<'0' | '1'>;
  tutorPriceFen: Generated<number>;
  tutorMinutes: Generated<number>;
  reviewEnabled: Generated<'0' | '1'>;
  yearsActive: Generated<number>;
  intro: Generated<string>;
  status: Generated<'0' | '1'>;
}

export interface UserGroupTable extends Base {
  id: Generated<number>;
  groupKey: string;
  userId: number;
  level: Generated<string>;
  fields: Generated<string>;
  certificateNo: Generated<string>;
  joinedAt: number | null;
  maxConcurrent: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface ApplyForLogTable extends Base {
  id: Generated<number>;
  applyNo: string;
  userId: number;
  targetMode: string;
  realName: string;
  unit: Generated<string>;
  reason: string;
  materials: Generated<string>;
  status: string;
  auditBy: Generated<string>;
  auditTime: number | null;
  auditOpinion: Generated<string>;
  expireAt: number | null;
  /** The page that the applicant claims. */
  scholarId: Generated<number | null>;
  /** The user who approved first, when two must. */
  firstAuditBy: Generated<number | null>;
}

export interface AreaTable extends Base {
  id: Generated<number>;
  areaCode: string;
  parentCode: Generated<string>;
  areaName: string;
  level: number;
  pinyin: Generated<string>;
  orderNum: Generated<number>;
}

export interface ProblemTable extends Base {
  id: Generated<number>;
  category: string;
  question: string;
  answer: string;
  orderNum: Generated<number>;
  viewNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface FeedbackTable extends Base {
  id: Generated<number>;
  userId: number | null;
  type: string;
  content: string;
  images: Generated<string>;
  contact: Generated<string>;
  reply: Generated<string>;
  replyBy: Generated<string>;
  replyTime: number | null;
  status: Generated<string>;
}

export interface NoticeReadTable {
  userId: number;
  noticeId: number;
  readTime: number;
}

export interface MessageTable {
  id: Generated<number>;
  userId: number;
  type: string;
  title: string;
  content: Generated<string>;
  link: Generated<string>;
  readAt: number | null;
  createTime: number;
  /** When the message is due to go out in a mail; null when it is not, or has gone out. */
  mailAt: number | null;
  mailedAt: number | null;
}

export interface ProgramFieldTable extends Base {
  id: Generated<number>;
  entityType: string;
  fieldKey: string;
  label: string;
  component: string;
  dictType: Generated<string>;
  required: Generated<'0' | '1'>;
  rules: Generated<string>;
  span: number;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
  /** The contest whose entries have the field; 0 for fields of every row of an entity. */
  contestId: Generated<number>;
  /** The value may reveal the author. */
  identifying: Generated<'0' | '1'>;
}

export interface ProgramBlockTable extends Base {
  id: Generated<number>;
  page: string;
  blockKey: string;
  title: string;
  note: Generated<string>;
  source: string;
  query: Generated<string>;
  content: Generated<string>;
  limit: number;
  style: string;
  orderNum: Generated<number>;
  visible: Generated<'0' | '1'>;
}

export interface RecycleItemTable {
  id: Generated<number>;
  entityType: string;
  entityId: number;
  title: string;
  origin: Generated<string>;
  deletedBy: string;
  deletedById: number;
  deletedAt: number;
  expireAt: number;
}

export interface GenTableTable extends Base {
  id: Generated<number>;
  tableName: string;
  tableComment: Generated<string>;
  subTableName: Generated<string>;
  subTableFkName: Generated<string>;
  className: Generated<string>;
  tplCategory: Generated<string>;
  tplWebType: Generated<string>;
  packageName: Generated<string>;
  moduleName: Generated<string>;
  businessName: Generated<string>;
  functionName: Generated<string>;
  functionAuthor: Generated<string>;
  formColNum: Generated<number>;
  genType: Generated<'0' | '1'>;
  genPath: Generated<string>;
  options: Generated<string>;
}

export interface GenTableColumnTable extends Base {
  id: Generated<number>;
  tableId: number;
  columnName: string;
  columnComment: Generated<string>;
  columnType: Generated<string>;
  javaType: Generated<string>;
  javaField: Generated<string>;
  isPk: Generated<string>;
  isIncrement: Generated<string>;
  isRequired: Generated<string>;
  isInsert: Generated<string>;
  isEdit: Generated<string>;
  isList: Generated<string>;
  isQuery: Generated<string>;
  queryType: Generated<string>;
  htmlType: Generated<string>;
  dictType: Generated<string>;
  sort: Generated<number>;
}

export interface SeededTable {
  key: string;
  plantTime: number;
}

export interface AdminTables extends RequestKeyTables {
  dept: DeptTable;
  post: PostTable;
  userPost: UserPostTable;
  roleDept: RoleDeptTable;
  operLog: OperLogTable;
  auditChain: AuditChainTable;
  job: JobTable;
  jobLog: JobLogTable;
  backupRun: BackupRunTable;
  serverBeat: ServerBeatTable;
  moveProgress: MoveProgressTable;
  userMode: UserModeTable;
  account: AccountTable;
  college: CollegeTable;
  author: AuthorTable;
  professor: ProfessorTable;
  userGroup: UserGroupTable;
  applyForLog: ApplyForLogTable;
  area: AreaTable;
  problem: ProblemTable;
  feedback: FeedbackTable;
  noticeRead: NoticeReadTable;
  message: MessageTable;
  notifyPreference: NotifyPreferenceTable;
  pushSubscription: PushSubscriptionTable;
  pushDelivery: PushDeliveryTable;
  programField: ProgramFieldTable;
  programBlock: ProgramBlockTable;
  recycleItem: RecycleItemTable;
  genTable: GenTableTable;
  genTableColumn: GenTableColumnTable;
  planted: SeededTable;
}

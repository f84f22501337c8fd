import type { Generated } from 'kysely';
import type { AnnotationTables } from './tables/annotation-tables.ts';
import type { Base } from './base-columns.ts';
import type { ContentTables } from './tables/content-tables.ts';
import type { BookTables } from './tables/book-tables.ts';
import type { AdminTables } from './tables/admin-tables.ts';
import type { CommentTables } from './tables/comment-tables.ts';
import type { ContestTables } from './tables/contest-tables.ts';
import type { CompositionTables } from './tables/composition-tables.ts';
import type { MoneyTables } from './tables/money-tables.ts';
import type { RealNameTables } from './tables/real-name-table.ts';
import type { MediaTables } from './tables/media-tables.ts';
import type { ProofTables } from './tables/proof-tables.ts';
import type { ProtocolTables } from './tables/protocol-tables.ts';
import type { ReviewTables } from './tables/review-tables.ts';
import type { ScholarTables } from './tables/scholar-tables.ts';
import type { ManuscriptTables } from './tables/manuscript-tables.ts';
import type { PeriodicalTables } from './tables/periodical-tables.ts';
import type { TeachingTables } from './tables/teaching-tables.ts';
import type { QuestionTables } from './tables/question-tables.ts';
import type { TextbookTables } from './tables/textbook-tables.ts';
import type { TopicTables } from './tables/topic-tables.ts';
import type { TutorTables } from './tables/tutor-tables.ts';
import type { WorkflowTables } from './tables/workflow-tables.ts';

/** All tables, camelCase here and snake_case in the database. Times are epoch milliseconds, flags are '0' and '1'. */
export interface UserTable extends Base {
  id: Generated<number>;
  userName: string;
  nickName: string;
  passwordHash: string;
  email: Generated<string>;
  phonenumber: Generated<string>;
  sex: Generated<'0' | '1' | '2'>;
  avatar: Generated<string>;
  status: Generated<'0' | '1'>;
  introduction: Generated<string>;
  loginIp: Generated<string>;
  loginDate: number | null;
  deptId: number | null;
  userModeId: number | null;
  collegeId: number | null;
  pressId: number | null;
  realName: Generated<string>;
  /** Encrypted for this user. */
  idCardNo: Generated<string>;
  /** Keyed hash of the confirmed identity document, the same for all accounts of a person; empty before the real-name check. */
  identityKey: Generated<string>;
  realNameStatus: Generated<'none' | 'pending' | 'verified' | 'failed'>;
  pwdUpdateDate: number | null;
}

export interface RoleTable extends Base {
  id: Generated<number>;
  roleKey: string;
  roleName: string;
  roleSort: number;
  dataScope: Generated<'1' | '2' | '3' | '4' | '5'>;
  menuCheckStrictly: Generated<'0' | '1'>;
  deptCheckStrictly: Generated<'0' | '1'>;
  status: Generated<'0' | '1'>;
}

export interface MenuTable extends Base {
  id: Generated<number>;
  menuName: string;
  parentId: number;
  orderNum: number;
  path: Generated<string>;
  component: Generated<string>;
  query: Generated<string>;
  routeName: Generated<string>;
  /** 0 external link, 1 internal page. */
  isFrame: Generated<'0' | '1'>;
  /** 0 cached, 1 not cached. */
  isCache: Generated<'0' | '1'>;
  /** Directory, page, button. */
  menuType: 'M' | 'C' | 'F';
  visible: Generated<'0' | '1'>;
  status: Generated<'0' | '1'>;
  perms: Generated<string>;
  icon: Generated<string>;
}

export interface SessionTable {
  /** SHA-256 of the token; the token itself is not stored. */
  id: string;
  userId: number;
  createTime: number;
  lastSeen: number;
  expiresAt: number;
  ip: string;
  userAgent: string;
  browser: Generated<string>;
  os: Generated<string>;
  loginLocation: Generated<string>;
  /** Epoch milliseconds of the sign-in, or of the user's last identity confirmation. */
  confirmedAt: Generated<number>;
  /** Second factor of the sign-in: totp, passkey, provider; empty for a sign-in with only a password. */
  factor: Generated<SessionFactor>;
}

export type SessionFactor = '' | 'totp' | 'passkey' | 'provider';

/** TOTP of a user; a row exists only while TOTP is on. */
export interface SecondFactorTable {
  userId: number;
  /** Encrypted (totp.ts). */
  secret: string;
  /** The last time step that was used: each code is accepted once. */
  lastStep: number;
  createTime: number;
}

export interface RecoveryCodeTable {
  userId: number;
  codeHash: string;
  usedAt: number | null;
}

export interface PasskeyTable {
  id: Generated<number>;
  userId: number;
  /** Base64url, like the public key. */
  credentialId: string;
  publicKey: string;
  counter: number;
  /** Comma-separated list of WebAuthn transports. */
  transports: string;
  name: string;
  createTime: number;
  lastUsed: number | null;
}

export interface LoginLogTable {
  id: Generated<number>;
  userName: string;
  ip: string;
  userAgent: string;
  status: '0' | '1';
  msg: string;
  loginTime: number;
  browser: Generated<string>;
  os: Generated<string>;
  loginLocation: Generated<string>;
  /** Position in the hash chain; null for rows from before the chain. */
  chainSeq: number | null;
  prevHash: Generated<string>;
  hash: Generated<string>;
}

export interface CacheEntryTable {
  key: string;
  value: string;
  expiresAt: number;
}

export interface DictTypeTable extends Base {
  id: Generated<number>;
  dictName: string;
  dictType: string;
  status: Generated<'0' | '1'>;
  isPublic: Generated<'0' | '1'>;
}

export interface DictDataTable extends Base {
  id: Generated<number>;
  dictType: string;
  dictSort: number;
  dictLabel: string;
  dictValue: string;
  cssClass: Generated<string>;
  listClass: Generated<string>;
  isDefault: Generated<'Y' | 'N'>;
  status: Generated<'0' | '1'>;
}

export interface ConfigTable extends Base {
  id: Generated<number>;
  configName: string;
  configKey: string;
  configValue: string;
  configType: Generated<'Y' | 'N'>;
  isPublic: Generated<'0' | '1'>;
}

export interface FileTable {
  id: Generated<number>;
  /** Key in the file store. */
  fileName: string;
  fileOriginName: string;
  url: string;
  size: number;
  mime: string;
  sha256: string;
  ownerId: number;
  isPublic: '0' | '1';
  /** A file created for one download by its owner; deleted after ten minutes. */
  isTemporary: Generated<'0' | '1'>;
  createTime: number;
}

export interface PressTable extends Base {
  id: Generated<number>;
  pressName: string;
  isbnPrefix: Generated<string>;
  type: Generated<string>;
  isSelf: Generated<'0' | '1'>;
  address: Generated<string>;
  licenseNo: Generated<string>;
  licenseExpireDate: Generated<string>;
  supervisor: Generated<string>;
  sponsor: Generated<string>;
  postcode: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  logo: Generated<string>;
  creditCode: Generated<string>;
}

export interface ArchiveTypeTable extends Base {
  id: Generated<number>;
  parentId: number;
  typeName: string;
  typeCode: Generated<string>;
  kind: Generated<string>;
  orderNum: number;
  status: Generated<'0' | '1'>;
}

export interface FlowLogTable {
  id: Generated<number>;
  entityType: string;
  entityId: number;
  event: string;
  fromStatus: string;
  toStatus: string;
  operatorId: number;
  note: string;
  at: number;
}

export interface EntitlementTable {
  id: Generated<number>;
  userId: number;
  publicationId: number;
  source: 'order' | 'seat' | 'gift' | 'free' | 'class' | 'code' | 'staff';
  /** Row of the source: the order line; 0 for a grant of the staff. */
  sourceId: Generated<number>;
  validFrom: number;
  validTo: number | null;
  revoked: Generated<'0' | '1'>;
  /** When the first byte outside the trial left the server for this user. */
  openedAt: Generated<number | null>;
  /** 1 while a refund of the line is in progress. */
  suspended: Generated<'0' | '1'>;
  createBy: string;
  createTime: number;
}

export interface CollectTable {
  id: Generated<number>;
  userId: number;
  targetType: string;
  targetId: number;
  createTime: number;
}

export interface ScoreTable {
  id: Generated<number>;
  userId: number;
  publicationId: number;
  score: number;
  updateTime: number;
}

export interface DownloadTable {
  id: Generated<number>;
  userId: number;
  publicationId: number;
  /** 0 for a track. */
  editionId: number;
  /** The track; null for a book. */
  mediaId: Generated<number | null>;
  device: string;
  ip: string;
  result: 'started' | 'ok' | 'failed';
  createTime: number;
  /** Identifies the device (`deviceKey` in known-device.service.ts); empty in rows older than this column. */
  deviceKey: Generated<string>;
  /** The last time at which the device requested a link: a running download requests one at least every ten minutes. */
  askedAt: Generated<number>;
}

/** A device that holds a copy of a work. */
export interface DownloadDeviceTable {
  id: Generated<number>;
  userId: number;
  publicationId: number;
  deviceKey: string;
  /** Display name of the device. */
  device: string;
  createTime: number;
  lastSeen: number;
  /** 1: removed by the user on another device; the copy is deleted when this device reconnects. */
  removed: Generated<'0' | '1'>;
}

export interface ExternalLoginTable {
  id: Generated<number>;
  provider: string;
  issuer: string;
  subject: string;
  userId: number;
  account: Generated<string>;
  createTime: number;
}

export interface KnownDeviceTable {
  id: Generated<number>;
  userId: number;
  deviceHash: string;
  browser: Generated<string>;
  os: Generated<string>;
  createTime: number;
  lastSeen: number;
}

export interface SearchWordTable {
  word: string;
  hits: number;
  /** Different visitors, counted up to the number that makes a word public. */
  visitors: Generated<number>;
  lastTime: number;
}

export interface Tables
  extends
    AnnotationTables,
    MoneyTables,
    RealNameTables,
    BookTables,
    ContentTables,
    AdminTables,
    CommentTables,
    ManuscriptTables,
    MediaTables,
    CompositionTables,
    ProofTables,
    ProtocolTables,
    ReviewTables,
    ContestTables,
    ScholarTables,
    PeriodicalTables,
    TeachingTables,
    QuestionTables,
    TextbookTables,
    TopicTables,
    TutorTables,
    WorkflowTables {
  user: UserTable;
  role: RoleTable;
  userRole: { userId: number; roleId: number };
  menu: MenuTable;
  roleMenu: { roleId: number; menuId: number };
  session: SessionTable;
  loginLog: LoginLogTable;
  externalLogin: ExternalLoginTable;
  /** Accounts that their owners asked to close; times are epoch milliseconds. */
  userClosing: { userId: number; requestedAt: number; dueAt: number };
  knownDevice: KnownDeviceTable;
  secondFactor: SecondFactorTable;
  recoveryCode: RecoveryCodeTable;
  passkey: PasskeyTable;
  cacheEntry: CacheEntryTable;
  dictType: DictTypeTable;
  dictData: DictDataTable;
  config: ConfigTable;
  file: FileTable;
  press: PressTable;
  archiveType: ArchiveTypeTable;
  flowLog: FlowLogTable;
  entitlement: EntitlementTable;
  collect: CollectTable;
  score: ScoreTable;
  download: DownloadTable;
  downloadDevice: DownloadDeviceTable;
  searchWord: SearchWordTable;
  sequence: { name: string; value: number };
  publicationWords: { rowid: number };
  bookTextWords: { rowid: number };
}

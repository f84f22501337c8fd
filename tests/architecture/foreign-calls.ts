import { STAFF_EVENTS } from '../../contract/manuscript/manuscript.machine.ts';
import type { FirstReader } from '../support/first-reader.ts';
import { FOREIGN_CONTEST } from './foreign-contest-calls.ts';
import { AREA_CALLS } from './foreign-area-calls.ts';

/**
 * How a second reader requests, at one endpoint, what belongs to the first, and the expected response. In every case
 * the response contains no data of the first reader, and only the second reader's own rows change.
 */
export interface ForeignCall {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** What the response contains. */
  readonly says: object;
  /** Columns, as `table.column`, or complete tables that such a call may change although the rows have no owner. */
  readonly changes?: readonly string[];
}

const ok = (more: object = {}): ForeignCall => ({ says: { code: 200, ...more } });
const none = ok({ total: 0, rows: [] });
const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const done = (asked: Omit<ForeignCall, 'says'>, more: object = {}): ForeignCall => ({ ...asked, says: { code: 200, ...more } });

const PLACE = { cfi: 'epubcfi(/6/4!/4/2)', percent: 1, documentIndex: 0, device: '', clock: 9 };
const REASON = { realName: '二号读者', reason: '二号读者也想要这个身份' };
/** The end of a log's hash chain, which changes with every row of the log. */
const CHAIN = ['audit_chain', 'audit_chain.seq', 'audit_chain.hash'];
const passkeyAnswer = (id: string) => ({ id, rawId: id, type: 'public-key', response: { clientDataJSON: '' } });
const VIEW_STATE = { filter: {}, orderByColumn: '', isAsc: 'asc', pageSize: 20, hidden: [], density: 'standard' };
const PUSH_KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const REQUEST = '6f1c6a70-51f0-4d1f-9d0e-0a1b2c3d4e5f';
const NAME = { nickName: '二号', phonenumber: '', email: '', sex: '2' };

/** Every endpoint that is open to everybody or to every signed-in user: each new one must be added here. */
export const FOREIGN: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'POST /logout': () => ok(),
  'GET /captchaImage': () => ok(),
  'POST /login': () => no(500, { body: { username: 'first', password: 'wrong-pass-1', code: '', uuid: '' }, changes: ['login_log', ...CHAIN] }),
  'POST /login/secondFactor': ({ ticket }) => [
    no(500, { body: { ticket, code: '000000' }, changes: ['login_log', ...CHAIN] }),
    no(500, { body: { ticket: 't'.repeat(43), code: '000000' } }),
  ],
  'POST /login/passkey/options': () => ok(),
  'POST /login/passkey': ({ credentialId }) => no(500, { body: { answer: passkeyAnswer(credentialId) } }),
  'GET /auth/providers': () => ok({ data: [] }),
  'POST /auth/start': () => no(404, { body: { provider: 'campus' } }),
  'POST /auth/callback': () => no(500, { body: { browserKey: 'b'.repeat(43), state: 's'.repeat(43), query: 'code=x' } }),
  'GET /auth/linked': () => ok({ data: [] }),
  'DELETE /auth/linked/{linkId}': ({ linkId }) => no(404, { params: { linkId } }),
  'POST /register': () =>
    no(500, { body: { username: 'first', password: 'right-pass-1', confirmPassword: 'right-pass-1', phonenumber: '', code: '', uuid: '' } }),
  'POST /findPassword': () => no(500, { body: { account: 'first', code: '', uuid: '' } }),
  'POST /findPassword/reset': () => no(500, { body: { token: 't'.repeat(43), password: 'other-pass-1' } }),
  'POST /confirmEmail': () => no(500, { body: { token: 't'.repeat(43) } }),
  'POST /system/user/profile/confirmEmail': () => no(500, {}),
  'POST /flowable/form/options': () => [
    no(403, { body: { method: 'get', url: '/system/user/list', dataPath: 'rows' } }),
    no(403, { body: { taskId: 1, vModel: 'a' } }),
  ],
  'GET /flowable/form/file': () => no(404, { query: { resource: '/profile/upload/none.png' } }),
  'GET /getInfo': () => ok({ user: { userName: 'second' } }),
  'GET /getRouters': () => ok(),
  'GET /system/user/profile': () => ok({ data: { userName: 'second' } }),
  'PUT /system/user/profile': ({ userId, phone }) => [
    no(500, { body: { ...NAME, phonenumber: phone } }),
    no(500, { body: { ...NAME, email: 'FIRST@house.test' } }),
    done({ body: { ...NAME, userId, id: userId, userName: 'first' } }),
  ],
  'PUT /system/user/profile/updatePwd': ({ userId }) => no(500, { body: { userId, oldPassword: 'wrong-pass-1', newPassword: 'right-pass-1' } }),
  'POST /system/user/profile/avatar': () => no(500, {}),
  'GET /system/user/profile/sessions': () => ok(),
  'DELETE /system/user/profile/sessions/{sessionId}': ({ sessionId }) => no(404, { params: { sessionId } }),
  'POST /unlockscreen': ({ userId }) => no(500, { body: { userId, password: 'wrong-pass-1' } }),
  'GET /system/user/profile/deviceKey': ({ userId }) => done({ query: { userId } }),
  'GET /system/user/profile/secondFactor': () => ok({ data: { totp: false, codesLeft: 0, passkeys: [] } }),
  'POST /system/user/profile/secondFactor/totp': () => ok(),
  'PUT /system/user/profile/secondFactor/totp': () => no(500, { body: { code: '000000' } }),
  'DELETE /system/user/profile/secondFactor/totp': () => no(500, {}),
  'POST /system/user/profile/secondFactor/codes': () => no(500, {}),
  'POST /system/user/profile/passkey/options': () => ok(),
  'POST /system/user/profile/passkey': ({ credentialId }) => no(500, { body: { name: '二', answer: passkeyAnswer(credentialId) } }),
  'PUT /system/user/profile/passkey/{passkeyId}': ({ passkeyId }) => no(404, { params: { passkeyId }, body: { name: '二' } }),
  'DELETE /system/user/profile/passkey/{passkeyId}': ({ passkeyId }) => no(404, { params: { passkeyId } }),
  'POST /system/user/profile/confirm/options': () => ok(),
  'POST /system/user/profile/confirm': ({ credentialId }) => [
    no(500, { body: { password: 'wrong-pass-1' } }),
    no(500, { body: { answer: passkeyAnswer(credentialId) } }),
  ],
  'GET /system/user/userCount': () => ok(),

  'GET /cms/publish/queryPublishList': () => ok(),
  'GET /cms/publish/getInfo/{publishId}': ({ draft }) => no(404, { params: { publishId: draft } }),
  'GET /cms/publish/querySimilar/{publishId}': ({ draft, paid }) => [
    no(404, { params: { publishId: draft } }),
    done({ params: { publishId: paid } }, { data: [] }),
  ],
  'GET /cms/publish/queryPublishTotalQuantity': () => ok({ data: 1 }),
  'GET /cms/publish/queryPublishCount': () => ok({ data: { total: 0 } }),
  'GET /cms/archive/listNum': () => ok({ data: 1 }),
  'GET /cms/archiveType/queryTree': () => ok(),
  'GET /cms/search': () => done({ query: { keyword: '书稿' } }, { data: { works: { total: 0 }, passages: { total: 0 } } }),
  'GET /cms/search/across': () => done({ query: { keyword: '书稿' } }, { data: { rows: [], total: 0 } }),
  'GET /cms/search/hot': () => ok(),
  'GET /cms/search/suggest': () => done({ query: { keyword: '书稿' } }, { data: { works: [], authors: [] } }),
  'GET /cms/publish/tracks/{publishId}': ({ draft }) => no(404, { params: { publishId: draft } }),
  'GET /cms/publish/pair/{publishId}': ({ draft }) => no(404, { params: { publishId: draft } }),
  'GET /cms/publish/media/{mediaId}': ({ draftTrack, paidTrack }) => [
    no(404, { params: { mediaId: draftTrack } }),
    no(403, { params: { mediaId: paidTrack } }),
  ],
  'GET /program/field/entity/{entityType}': () => done({ params: { entityType: 'publication' } }),

  'POST /info/grant': ({ paid, draft }) => [
    done({ body: { publishId: paid } }, { data: { entitled: false } }),
    no(404, { body: { publishId: draft } }),
  ],
  'GET /info/progress': ({ paid, userId }) => done({ query: { publishId: paid, userId } }, { data: null }),
  'PUT /info/progress': ({ paid, edition, draft, draftEdition, userId }) => [
    no(404, { body: { ...PLACE, publishId: draft, editionId: draftEdition } }),
    no(400, { body: { ...PLACE, publishId: paid, editionId: draftEdition } }),
    done({ body: { ...PLACE, publishId: paid, editionId: edition, userId }, changes: ['publication.readerNum'] }, { data: { percent: 1 } }),
  ],
  'GET /info/progress/mine': () => ok({ total: 1, rows: [{ progress: { percent: 1 } }] }),
  'POST /info/collect': ({ draft }) => no(404, { body: { targetType: 'publication', targetId: draft } }),
  'DELETE /info/collect/{targetIds}': ({ paid }) => done({ params: { targetIds: paid } }),
  'GET /info/collect/mine': () => none,
  'GET /info/collect/scholars': () => ok({ data: [] }),
  'GET /house/scholar/getInfo/{xz}': () => no(404, { params: { xz: 1 } }),
  'GET /house/scholar/queryFilter': () => ok({ data: { total: 0, disciplines: [], colleges: [], initials: [] } }),
  'GET /house/scholar/queryScholar': () => [none, { ...none, query: { followed: '1' } }],
  'GET /house/works/queryWorks': () => none,
  'GET /cms/information/queryInformation': () => none,
  'GET /cms/information/getInfo/{id}': () => no(404, { params: { id: 1 } }),
  'GET /cms/collection/queryCollection': () => none,
  'GET /info/collect/collectCountByUserId': () => ok({ data: 0 }),
  'POST /info/score': ({ paid, draft }) => [no(403, { body: { publishId: paid, score: 1 } }), no(403, { body: { publishId: draft, score: 1 } })],
  'POST /info/download': ({ paid, draft }) => [no(403, { body: { publishId: paid } }), no(403, { body: { publishId: draft } })],
  'PUT /info/download': ({ downloadId }) => done({ body: { downloadId, result: 'failed' } }),
  'GET /info/download/mine': () => none,
  'DELETE /info/download/devices/{deviceId}': ({ downloadDeviceId }) => no(404, { params: { deviceId: downloadDeviceId } }),
  'PUT /info/download/removed': ({ paid }) => done({ body: { publishId: paid } }),
  'POST /info/download/media': ({ paidTrack, draftTrack }) => [no(403, { body: { mediaId: paidTrack } }), no(403, { body: { mediaId: draftTrack } })],
  'GET /info/shelf/{publishId}': ({ paid, draft }) =>
    [paid, draft].map((publishId) => done({ params: { publishId } }, { data: { entitled: false, collected: false, score: 0 } })),
  'GET /info/book/{publishId}': ({ draft, paid }) => [draft, paid].map((publishId) => no(404, { params: { publishId } })),
  'GET /info/statistics/mine': () => ok({ data: { collects: 0, downloads: 0, finished: 0 } }),
  'POST /info/annotation/sync': ({ paid, edition }) => {
    const passage = { publishId: paid, editionId: edition, documentIndex: 0, chapterTitle: '', cfi: PLACE.cfi, text: '二', before: '', after: '' };
    const written = { kind: 'mark', clientId: 'mark-of-first', base: 1, clock: 99, ...passage, type: 'note', note: '', colour: 'blue', percent: 1 };
    const body = { deviceId: 'device-of-first', device: '二', cursor: 0, objects: [{ ...written, deleted: true, settle: true }] };
    return [
      done({ body: { ...body, objects: [] } }, { data: { changes: [] } }),
      done({ body }, { data: { changes: [{ device: '二' }], refused: [] } }),
    ];
  },
  'GET /info/media/place': ({ paid }) => done({ query: { publishId: paid } }, { data: [] }),
  'PUT /info/media/place': ({ draftTrack, paidTrack }) => [
    no(404, { body: { mediaId: draftTrack, positionMs: 1, device: '', clock: 9 } }),
    done({ body: { mediaId: paidTrack, positionMs: 1, device: '', clock: 9 } }, { data: { positionMs: 1 } }),
  ],
  'GET /info/message/mine': () => ok({ data: { rows: [] } }),
  'GET /info/todo/list': () => none,
  'GET /info/todo/count': () => ok({ data: { total: 0 } }),
  'PUT /info/todo/followUp': () => no(404, { body: { source: 'apply', itemId: 1, date: null } }),
  'GET /system/listView/mine': () => ok({ data: [] }),
  'POST /system/listView': () => done({ body: { list: '/system/post', name: '二号的视图', state: VIEW_STATE } }),
  'PUT /system/listView': ({ listViewId }) => no(404, { body: { viewId: listViewId, name: '改名' } }),
  'DELETE /system/listView/{viewId}': ({ listViewId }) => no(404, { params: { viewId: listViewId } }),
  'GET /info/todo/view': () => ok({ data: [] }),
  'POST /info/todo/view': () => done({ body: { name: '二号的视图', filter: {} } }),
  'DELETE /info/todo/view/{viewId}': () => no(404, { params: { viewId: 999 } }),
  'GET /info/export/mine': () => ok({ data: [] }),
  'GET /info/export/{id}': ({ exportId }) => no(404, { params: { id: exportId } }),
  'DELETE /info/export/{ids}': ({ exportId }) => done({ params: { ids: String(exportId) } }),
  'GET /info/message/unread': () => ok({ data: 0 }),
  'PUT /info/message/read/{ids}': () => done({ params: { ids: '1' } }),
  'DELETE /info/message/{ids}': () => done({ params: { ids: '1' } }),
  'GET /info/message/preference': () => ok({ data: { email: '' } }),
  'GET /info/message/unsubscribe': () => [],
  'POST /info/message/unsubscribe': () => no(500, { query: { token: 'x.y' }, body: { 'List-Unsubscribe': 'One-Click' } }),
  'PUT /info/message/preference': () => done({ body: [{ type: 'reply', inbox: false, mail: 'off' }] }),
  'PUT /info/message/read': () => ok(),
  'GET /info/message/push': () => ok({ data: { key: '', on: false } }),
  'POST /info/message/push': () => no(500, { body: { endpoint: 'https://fcm.googleapis.com/x', keys: PUSH_KEYS } }),
  'DELETE /info/message/push': () => ok(),
  'POST /info/own-book': () => no(500, {}),

  'GET /structure/applyForLog/mine': () => ok({ data: { applications: [] } }),
  'POST /structure/applyForLog': ({ fileId }) =>
    done(
      { body: { targetMode: 'author', ...REASON, materials: [{ fileId, name: '', url: '' }] } },
      { code: 21802, msg: '有的材料不是您上传的文件，请移除后重新上传' },
    ),
  'PUT /structure/applyForLog/mine/{event}/{applyId}': ({ applyId }) => [
    no(404, { params: { event: 'cancel', applyId } }),
    no(404, { params: { event: 'resend', applyId }, body: { targetMode: 'author', ...REASON } }),
  ],
  'GET /pay/cart': () => ok({ data: { items: [] } }),
  'POST /pay/cart': () => no(500, { body: { lines: [{ publishId: 999_999, shownFen: 1 }] } }),
  'DELETE /pay/cart/{publishId}': ({ paid }) => done({ params: { publishId: paid } }),
  'POST /pay/order/preview': ({ draft }) => done({ body: { lines: [{ publishId: draft }] } }, { data: { payFen: 0 } }),
  'POST /pay/order': ({ draft }) => no(21508, { body: { requestId: REQUEST, lines: [{ publishId: draft, shownFen: 1 }] }, changes: ['user'] }),
  'POST /pay/order/pay/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo }, body: { requestId: REQUEST, channel: 'sandbox' } }),
  'GET /pay/order/mine': () => none,
  'POST /pay/fee': ({ tutorId, submissionId }) =>
    [['tutor', tutorId] as const, ['page_fee', submissionId] as const].map(([kind, targetId]) => no(404, { body: { kind, targetId } })),
  'GET /pay/order/channels/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'GET /pay/order/detail/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'POST /pay/order/check/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'PUT /pay/order/cancel/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'PUT /pay/order/hide/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'POST /pay/order/refund': ({ orderNo }) => no(404, { body: { orderNo, orderItemIds: [1], reason: '买错了' } }),
  'GET /pay/order/receipt/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'GET /pay/seat/pool/{orderItemId}': () => no(404, { params: { orderItemId: 1 } }),
  'POST /pay/seat/give/{poolId}': ({ poolId }) => no(404, { params: { poolId }, body: { links: 1 } }),
  'POST /pay/seat/take/{seatId}': ({ seatId }) => no(404, { params: { seatId } }),
  'POST /pay/seat/offer': () => no(21511, { body: { code: 'a'.repeat(22) } }),
  'POST /pay/seat/claim': () => no(21511, { body: { code: 'a'.repeat(22) } }),
  'GET /pay/invoiceTitle/list': () => ok({ data: { titles: [] } }),
  'POST /pay/invoiceTitle': () => no(21603, { body: { titleType: 'company', title: '书店', taxNo: '1', email: 'b@example.com' } }),
  'PUT /pay/invoiceTitle': ({ titleId }) => no(404, { body: { titleId, titleType: 'personal', title: '二', email: 'b@example.com' } }),
  'GET /pay/invoice/preview/{orderNo}': ({ orderNo }) => no(404, { params: { orderNo } }),
  'POST /pay/invoice': ({ orderNo }) =>
    no(404, {
      body: { requestId: REQUEST, orderNos: [orderNo], kind: 'normal', titleType: 'personal', title: '二', email: 'b@example.com' },
    }),
  'GET /pay/invoice/mine': () => none,
  'POST /pay/invoice/mine/red/{invoiceId}': ({ invoiceId }) => no(404, { params: { invoiceId }, body: { note: '抬头写错了' } }),
  'GET /pay/invoice/mine/file/{invoiceId}': ({ invoiceId }) => no(404, { params: { invoiceId } }),
  'PUT /pay/refund/mine/cancel/{refundId}': ({ refundId }) => no(404, { params: { refundId } }),
  'GET /system/account/realName/mine': () => ok({ data: { status: 'none', checks: [] } }),
  'GET /system/account/realName/number/{checkId}': ({ checkId }) => no(404, { params: { checkId } }),
  'POST /system/account/realName': ({ fileId }) =>
    done(
      { body: { realName: '二号读者', idType: 'idCard', idCardNo: '11010519491231002X', fileId } },
      { code: 500, msg: '请重新上传证件的照片或扫描件' },
    ),
  'PUT /system/account/realName/mine/{event}/{checkId}': ({ checkId }) => [
    no(404, { params: { event: 'withdraw', checkId } }),
    no(404, { params: { event: 'remove', checkId } }),
  ],
  'POST /system/feedback': () => done({ body: { type: 'bug', content: '二号读者的意见' } }),
  'GET /system/feedback/mine': () => ok({ total: 1, rows: [{ content: '二号读者的意见' }] }),
  'PUT /system/feedback/{event}/{feedbackId}': ({ feedbackId }) => [
    ...['close', 'reopen'].map((event) =>
      no(404, { params: { event, feedbackId }, body: { text: '二号读者不满意' }, changes: ['oper_log', ...CHAIN] }),
    ),
    ...['handle', 'reply', 'ignore'].map((event) => no(403, { params: { event, feedbackId }, body: { text: '二号读者的答复' } })),
  ],
  'POST /common/upload': () => no(500, {}),
  'GET /common/upload/rules': () => ok({ data: { bytes: 5 * 1024 * 1024 } }),
  'GET /common/download': ({ temporary }) => no(500, { query: { fileName: temporary, delete: 'true' } }),
  'GET /common/download/resource': ({ fileName, temporary }) =>
    [fileName, temporary, `temporary/${temporary}`].map((resource) => no(500, { query: { resource } })),
  'GET /system/area/children': () => ok(),
  'GET /system/area/path/{areaId}': () => no(404, { params: { areaId: 1 } }),
  'GET /system/dept/treeselect': () => ok({ data: [] }),
  'GET /system/dict/type/optionselect': () => ok(),
  'GET /system/dict/data/type/{type}': () => done({ params: { type: 'sys_user_sex' } }),
  'GET /system/config/configKey/{key}': () => done({ params: { key: 'sys.user.initPassword' } }, { msg: '' }),
  'GET /system/menu/treeselect': () => ok({ data: [] }),
  'GET /system/menu/roleMenuTreeselect/{roleId}': ({ roleId }) => done({ params: { roleId } }, { menus: [], checkedKeys: [] }),
  'GET /system/post/optionselect': () => ok({ data: [] }),
  'GET /system/notice/queryNotice': () => none,
  'GET /system/notice/getInfo/{noticeId}': ({ noticeId }) => no(404, { params: { noticeId } }),
  'GET /system/notice/{id}': ({ noticeId }) => no(404, { params: { id: noticeId } }),
  'GET /system/notice/listTop': () => ok({ data: [], unreadCount: 0 }),
  'POST /system/notice/markRead': ({ noticeId }) => done({ query: { noticeId } }),
  'POST /system/notice/markReadAll': ({ noticeId }) => done({ query: { ids: noticeId } }),
  'GET /system/problem/queryProblem': () => ok(),
  'GET /cms/banner/queryBanner': () => ok(),
  'GET /cms/slogan/querySlogan': () => ok(),
  'GET /cms/block/queryBlocks': () => ok(),

  'GET /structure/professor/queryProfessor': ({ professorId }) => ok({ total: 1, rows: [{ professorId }] }),
  'GET /structure/professor/freeSlots/{professorId}': ({ professorId }) => done({ params: { professorId } }, { data: { slots: [] } }),
  ...AREA_CALLS,
  'GET /cms/archive/detail/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'PUT /cms/archive/{event}/{archiveId}': ({ archiveId }) =>
    STAFF_EVENTS.map((event) => no(403, { params: { event, archiveId }, body: { reason: '替编辑部走一步流程' } })),
  'PUT /cms/archive/letter/withdraw/{letterId}': ({ letterId }) => no(404, { params: { letterId }, changes: ['oper_log', ...CHAIN] }),
  'GET /cms/archive/history/list': ({ archiveId }) => no(404, { query: { archiveId } }),
  'POST /doc/saveFileHistory': ({ archiveId }) => no(404, { query: { archiveId } }),
  'GET /cms/archive/history/file/{versionId}': ({ versionId }) => no(404, { params: { versionId } }),
  'PUT /cms/archive/history/restore/{versionId}': ({ versionId }) => no(404, { params: { versionId } }),
  'PUT /cms/archive/history/label/{versionId}': ({ versionId }) => no(404, { params: { versionId }, body: { label: '二号的名称' } }),
  'GET /cms/archive/history/blame/{versionId}': ({ versionId }) => no(404, { params: { versionId } }),
  'GET /cms/archive/history/compare': ({ archiveId }) => no(404, { query: { archiveId, from: 1, to: 1 } }),
  'GET /cms/archive/getInfo/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'PUT /cms/archive/content': ({ archiveId }) => no(404, { body: { archiveId, content: '二号写的', revision: 1 } }),
  'GET /doc/{kind}/{id}': ({ archiveId, versionId, protocolId, auditId }) => [
    ...['open', 'audit', 'collab'].map((kind) => no(404, { params: { kind, id: archiveId } })),
    no(404, { params: { kind: 'preview', id: versionId } }),
    no(404, { params: { kind: 'agreement', id: protocolId } }),
    no(404, { params: { kind: 'report', id: auditId } }),
    no(404, { params: { kind: 'declare', id: 1 } }),
  ],
  'GET /doc/file/{kind}/{id}': ({ archiveId }) => no(404, { params: { kind: 'open', id: archiveId } }),
  'GET /doc/beside/list': ({ archiveId }) => no(404, { query: { archiveId } }),
  'GET /doc/beside/compare/{archiveFileId}': ({ archiveFileId }) => no(404, { params: { archiveFileId } }),
  'GET /cms/archive/file/list': ({ archiveId }) => no(404, { query: { archiveId } }),
  'POST /cms/archive/file': ({ archiveId }) => no(404, { query: { archiveId, fileRole: 'manuscript' } }),
  'GET /cms/archive/file/download/{archiveFileId}': ({ archiveFileId }) => no(404, { params: { archiveFileId } }),
  'POST /cms/archive/file/uploaded': ({ archiveId }) => no(404, { body: { archiveId, fileRole: 'audio', uploadId: '0123456789abcdef' } }),
  'GET /cms/archive/file/play/{archiveFileId}': ({ archiveFileId }) => no(404, { params: { archiveFileId } }),
  'DELETE /cms/archive/file/{archiveFileIds}': ({ archiveFileId }) => no(404, { params: { archiveFileIds: archiveFileId } }),
  'GET /cms/archive/mine': () => none,
  'GET /cms/archive/mine/statistics': () => ok({ data: { todo: [] } }),
  'GET /cms/archive/mine/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'POST /cms/archive/mine': () => no(403, { body: { title: '没有作者身份的稿件' } }),
  'PUT /cms/archive/mine': ({ archiveId }) => no(404, { body: { title: '抢来的书名', archiveId, version: 0 } }),
  'DELETE /cms/archive/mine/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'POST /cms/archive/submit/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'PUT /cms/archive/mine/{event}/{archiveId}': ({ archiveId }) =>
    ['resubmit', 'withdraw', 'askRestore'].map((event) => no(404, { params: { event, archiveId } })),
  'GET /press/protocol/mine': () => ok({ data: [] }),
  'PUT /press/protocol/sign/{protocolId}': ({ protocolId }) =>
    ['signA', 'rejectA'].map((event) => no(404, { params: { protocolId }, body: { event, reason: '替别人签字' } })),
  'GET /cms/archive/confirm/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'POST /cms/archive/confirm/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId }, body: { name: '二号', mail: '' } }),
  'POST /cms/archive/confirm/document/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId }, query: { name: '二号' } }),
  'POST /cms/archive/confirm/open': () => no(404, { body: { token: 't'.repeat(43) } }),
  'PUT /cms/archive/confirm/answer': () => no(404, { body: { token: 't'.repeat(43), agrees: true } }),
  'GET /cms/archive/revision/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'PUT /cms/archive/revision': ({ archiveId }) => no(404, { body: { archiveId, points: [] } }),
  'GET /cms/archive/revision/marked/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId }, query: { from: 1, to: 2 } }),
  'GET /press/protocol/amendment/{protocolId}': ({ protocolId }) => no(404, { params: { protocolId } }),
  'PUT /press/protocol/amendment/{event}/{amendmentId}': ({ amendmentId }) => [
    ...['signA', 'rejectA'].map((event) =>
      no(404, { params: { event, amendmentId }, body: { reason: '替别人签字' }, changes: ['oper_log', ...CHAIN] }),
    ),
    ...['signB', 'cancel'].map((event) => no(403, { params: { event, amendmentId }, body: { reason: '替出版社签字' } })),
  ],
  'GET /press/proofread/author/{archiveId}': ({ archiveId }) => done({ params: { archiveId } }, { data: null }),
  'GET /press/proofread/author/play/{archiveId}/{trackId}': ({ archiveId }) => no(404, { params: { archiveId, trackId: 1 } }),
  'GET /press/composition/master/play/{trackId}': () => no(404, { params: { trackId: 1 } }),
  'POST /press/proofread/author/mark': ({ archiveId }) => no(404, { body: { archiveId, quote: '别人的书', right: '改成别的' } }),
  'DELETE /press/proofread/author/mark/{markId}': ({ markId }) => no(404, { params: { markId } }),
  'PUT /press/proofread/author/finish/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'GET /press/audit/mine': () => none,
  'GET /press/audit/detail/{auditId}': ({ auditId }) => no(404, { params: { auditId } }),
  'PUT /press/audit/report': ({ auditId }) => no(404, { body: { auditId, opinion: '替别人写的报告', version: 0 } }),
  'PUT /press/audit/{event}/{auditId}': ({ auditId }) => [
    ...['assign', 'transfer'].map((event) => no(403, { params: { event, auditId }, body: { auditorId: 1, reason: '替编务指派' } })),
    ...['accept', 'decline', 'submitAdopt', 'submitRevise', 'submitReject', 'recall'].map((event) =>
      no(404, { params: { event, auditId }, body: { reason: '替审稿人作结论' }, changes: ['oper_log', ...CHAIN] }),
    ),
  ],
  'GET /press/editor/work/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'PUT /press/editor/tick': ({ taskId }) => no(404, { body: { taskId, done: true }, changes: ['oper_log', ...CHAIN] }),
  'PUT /press/editor/query/{event}/{queryId}': ({ queryId }) =>
    ['answer', 'resolve', 'overrule', 'reopen'].map((event) => no(404, { params: { event, queryId }, body: { text: '替别人答复' } })),
  ...FOREIGN_CONTEST,
  'GET /cms/tutor/timetable': () => ok({ data: null }),
  'PUT /cms/tutor/timetable': () => no(403, { body: { slots: [], exceptions: [], version: 0 }, changes: ['oper_log', ...CHAIN] }),
  'GET /cms/tutor/mine': () => [none, done({ query: { side: 'expert' } }, { total: 0, rows: [] })],
  'GET /cms/tutor/detail/{tutorId}': ({ tutorId }) => no(404, { params: { tutorId } }),
  'POST /cms/tutor/apply': ({ professorId }) =>
    no(500, { body: { professorId, topic: '占时段', question: '占用没有开放的时段试试看', mode: 'text', expectTime: '2026-01-01 09:00:00' } }),
  'POST /cms/tutor/thread/{tutorId}': ({ tutorId }) => no(404, { params: { tutorId }, body: { content: '在别人的辅导里留言' } }),
  'PUT /cms/tutor/{event}/{tutorId}': ({ tutorId }) =>
    ['cancel', 'rate', 'accept', 'decline', 'finish', 'recall', 'arbitrate'].map((event) =>
      no(event === 'arbitrate' ? 403 : 404, { params: { event, tutorId }, body: { text: '替别人走一步流程', rating: 1 } }),
    ),
  'GET /cms/tutor/calendar/{file}': ({ tutorId }) => no(404, { params: { file: `${tutorId}.ics` } }),
  'GET /cms/comment/queryComment': ({ paid }) => done({ query: { targetType: 'publication', targetId: paid } }, { data: { rows: [], total: 0 } }),
  'GET /cms/comment/queryReply/{commentId}': ({ commentId }) => done({ params: { commentId } }, { data: { rows: [] } }),
  'GET /cms/comment/mine': ({ paid }) => done({ query: { targetType: 'publication', targetId: paid } }, { data: [] }),
  'POST /cms/comment': ({ paid, commentId }) =>
    no(500, { body: { targetType: 'publication', targetId: paid, parentId: commentId, content: '回复没有公开的评论' }, changes: ['cache_entry'] }),
  'PUT /cms/comment/mine/{commentId}': ({ commentId }) => no(404, { params: { commentId }, body: { content: '改别人的评论' } }),
  'DELETE /cms/comment/mine/{commentId}': ({ commentId }) => no(404, { params: { commentId } }),
  'POST /cms/comment/like/{commentId}': ({ commentId }) => no(404, { params: { commentId }, body: { like: true } }),
  'POST /cms/comment/report/{commentId}': ({ commentId }) => no(404, { params: { commentId }, body: { reason: 'abuse' } }),
  'POST /cms/comment/appeal/{commentId}': ({ commentId }) => no(404, { params: { commentId }, body: { reason: '替别人申诉一次' } }),
  'GET /cms/message/queryMessage': () => none,
  'POST /cms/message': () => no(403, { body: { content: '不是作者也想留言的读者' } }),
  'PUT /cms/message/mine/{messageId}': ({ messageId }) => no(404, { params: { messageId }, body: { content: '改别人的留言，试试看可不可以' } }),
  'DELETE /cms/message/mine/{messageId}': ({ messageId }) => no(404, { params: { messageId } }),
  'POST /cms/message/like/{messageId}': ({ messageId }) => no(404, { params: { messageId }, body: { like: true } }),
  'GET /cms/wechat/queryDomain': () => ok({ data: [] }),
  'GET /cms/wechat/queryPeriods': () => ok({ data: [] }),
  'GET /cms/wechat/queryRank': () => ok(),
  'GET /cms/wechat/account/getInfo/{id}': () => no(404, { params: { id: 1 } }),
  'GET /cms/wechat/article/getInfo/{id}': () => no(404, { params: { id: 1 } }),
  'GET /cms/page/getInfo/{key}': () => done({ params: { key: 'about' } }),
  'POST /info/browse': ({ draft }) => no(404, { body: { targetType: 'publication', targetId: draft, visitorId: 'device-of-second', seconds: 5 } }),
  'GET /info/browse/mine': () => none,
  'DELETE /info/browse/mine/{browseId}': () => done({ params: { browseId: 1 } }),
  'DELETE /info/browse/mine': () => ok(),
  'GET /info/browse/privacy': () => ok(),
  'PUT /info/browse/privacy': () => done({ body: { isPrivate: true } }),
  'GET /system/feedback/picture/{feedbackId}/{index}': ({ feedbackId }) => no(404, { params: { feedbackId, index: 0 } }),
  // Last: the request to close an account writes a message to its owner.
  'GET /system/user/profile/closing': () => ok({ data: { requestedAt: null, dueAt: null } }),
  'POST /system/user/profile/closing': ({ userId }) => done({ body: { userId }, changes: ['oper_log', ...CHAIN] }),
  'PUT /system/user/profile/closing': ({ userId }) => done({ body: { userId }, changes: ['oper_log', ...CHAIN] }),
  'GET /system/user/profile/export': ({ userId }) => done({ query: { userId } }),
};

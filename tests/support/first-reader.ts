import { addFirstEarnings, type FirstEarnings } from './first-earnings.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { addFirstContest, type FirstContest } from './first-contest.ts';
import { issueTicket } from '../../server/identity/login-ticket.service.ts';
import { storeTemporary } from '../../server/system/file/file.service.ts';
import type { CurrentUser } from '../../server/http/current-user.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { makeEpub } from './epub-maker.ts';
import type { Bearer, TestContext } from './test-context.ts';
import { addManuscript, SECRET } from './first-manuscript.ts';
import { addSubmission } from './first-submission.ts';
import { uploadText } from './first-upload.ts';
import { prepareFile, upload } from './upload.ts';

export { SECRET } from './first-manuscript.ts';

/** Text of a book that only the first reader has access to. */
export const PAID_WORDS = '买了才能读';

/** The ids and names of what belongs to the first reader, or is visible to staff only. */
export interface FirstReader extends FirstContest, FirstEarnings {
  readonly userId: number;
  readonly bearer: Bearer;
  readonly sessionId: string;
  readonly phone: string;
  readonly paid: number;
  readonly edition: number;
  readonly draft: number;
  readonly draftEdition: number;
  readonly paidTrack: number;
  readonly draftTrack: number;
  readonly grant: string;
  readonly mediaLink: string;
  readonly downloadId: number;
  readonly passkeyId: number;
  readonly listViewId: number;
  /** A table that is ready. */
  readonly exportId: number;
  readonly credentialId: string;
  /** The ticket of a sign-in that waits for its second step. */
  readonly ticket: string;
  readonly downloadDeviceId: number;
  readonly fileId: number;
  readonly fileName: string;
  readonly temporary: string;
  readonly feedbackId: number;
  /** A comment and a note that wait for a moderator. */
  readonly commentId: number;
  readonly messageId: number;
  /** An appointment with a professor that is confirmed. */
  readonly tutorId: number;
  readonly professorId: number;
  /** A submission to a journal, and a review of another one. */
  readonly journalId: number;
  readonly submissionId: number;
  readonly journalFileId: number;
  readonly pointId: number;
  readonly journalLetterId: number;
  readonly reviewId: number;
  /** A submitted manuscript with a version, a file, an open query and a required task. */
  readonly archiveId: number;
  readonly versionId: number;
  readonly archiveFileId: number;
  readonly queryId: number;
  readonly taskId: number;
  readonly letterId: number;
  readonly auditId: number;
  readonly protocolId: number;
  readonly amendmentId: number;
  /** A mark of the author's own proof. */
  readonly markId: number;
  readonly linkId: number;
  readonly applyId: number;
  /** A finished order with a refund that waits. */
  readonly orderNo: string;
  readonly refundId: number;
  readonly titleId: number;
  /** Copies that the first reader bought, and one that was given away as a link. */
  readonly poolId: number;
  readonly seatId: number;
  readonly invoiceId: number;
  /** A real-name check that waits. */
  readonly checkId: number;
  readonly noticeId: number;
  readonly roleId: number;
  readonly entitlementId: number;
  readonly erratumId: number;
  readonly uploadId: string;
  readonly preparationId: number;
}

const EDITOR = ['publish:publication:add', 'publish:publication:query', 'publish:audio:add'];

/** A server with one reader who has one of everything that a reader can have; an editor created the works. */
export async function firstReader(town: TestContext): Promise<FirstReader> {
  const { db, files } = town.context;
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const phone = '13900000001';
  const userId = await town.addUser({ userName: 'first' });
  await db.updateTable('user').set({ phonenumber: phone, email: 'first@house.test', introduction: SECRET }).where('id', '=', userId).execute();
  await town.addUser({ userName: 'editor', permissions: EDITOR });
  const [bearer, editor] = [await town.as('first'), await town.as('editor')];
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await town.app.inject({ method, url: `/prod-api${url}`, headers: bearer, ...(payload ? { payload } : {}) });
    const said = answer.json<{ code: number; msg: string; data: Record<string, unknown> }>();
    if (said.code !== 200) throw new Error(`${method} ${url}: ${said.msg}`);
    return { data: said.data, answer };
  };

  const chapters = { 'c1.xhtml': '<p>试读的一章。</p>', 'c2.xhtml': `<p>${PAID_WORDS}的一章，写得很长，够找得到。</p>` };
  const prepared = await prepareFile(town, editor, await makeEpub({ title: '卖的书', chapters }));
  const hidden = await prepareFile(town, editor, await makeEpub({ title: `${SECRET}的书稿`, chapters }));
  const [paid, draft] = [prepared.publishId ?? 0, hidden.publishId ?? 0];
  await db.updateTable('publication').set({ status: 'listed', listTime: now, trialChapters: 1 }).where('id', '=', paid).execute();
  const editions = await db.selectFrom('publication').select(['id', 'editionId']).execute();
  const editionOf = (id: number): number => editions.find((row) => row.id === id)?.editionId ?? 0;
  const { id: entitlementId } = await db
    .insertInto('entitlement')
    .values({ userId, publicationId: paid, source: 'order', validFrom: 0, validTo: null, createBy: 'x', createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();

  const sound = wavTune('1', 60);
  const track = async (publicationId: number, name: string): Promise<number> => {
    await files.put(`media/${name}/file`, sound, 'audio/wav');
    const row = { mediaType: 'audio', state: 'ready', fileName: 'a.wav', mime: 'audio/wav', size: sound.length, durationMs: 9_000 } as const;
    const { id } = await db
      .insertInto('media')
      .values({ ...row, publicationId, title: name, uploadId: name, fileKey: `media/${name}`, captions: `WEBVTT\n\n${SECRET}`, userId, ...base })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const [paidTrack, draftTrack] = [await track(paid, 'sold'), await track(draft, SECRET)];

  const { id: linkId } = await db
    .insertInto('externalLogin')
    .values({ provider: 'campus', issuer: 'https://id.test', subject: 'first', userId, account: SECRET, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();

  const { id: noticeId } = await db
    .insertInto('notice')
    .values({
      noticeTitle: SECRET,
      noticeType: '1',
      noticeContent: `<p>${SECRET}</p>`,
      status: 'published',
      publishTime: now,
      expireTime: null,
      submitBy: null,
      audience: 'staff',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('userMode')
    .values({ modeKey: 'author', modeName: '作者', ...base })
    .execute();
  await db
    .insertInto('config')
    .values({ configName: '口令', configKey: 'sys.user.initPassword', configValue: SECRET, ...base })
    .execute();
  await db.insertInto('message').values({ userId, type: 'system', title: SECRET, content: SECRET, readAt: null, createTime: now }).execute();

  const { fileName, fileId } = await uploadText(town, bearer);
  const temporary = await storeTemporary(town.context, { userId } as CurrentUser, '导出.xlsx', 'application/octet-stream', Buffer.from(SECRET));

  await ask('POST', '/info/collect', { targetType: 'publication', targetId: paid });
  await ask('POST', '/info/score', { publishId: paid, score: 4 });
  const place = { cfi: 'epubcfi(/6/4!/4/2)', percent: 61.37, documentIndex: 1, device: SECRET, clock: 5 };
  await ask('PUT', '/info/progress', { publishId: paid, editionId: editionOf(paid), ...place });
  await ask('PUT', '/info/media/place', { mediaId: paidTrack, positionMs: 4_321, device: SECRET, clock: 5 });
  const where = { publishId: paid, editionId: editionOf(paid), documentIndex: 1, chapterTitle: '', cfi: place.cfi };
  const passage = { ...where, text: SECRET, before: '', after: '' };
  const object = (kind: string, more: object) => ({ kind, clientId: `${kind}-of-first`, base: 0, clock: 5, deleted: false, ...more });
  await ask('POST', '/info/annotation/sync', {
    deviceId: 'device-of-first',
    device: SECRET,
    cursor: 0,
    objects: [
      object('mark', { ...passage, type: 'note', note: SECRET, colour: 'blue', percent: 61, settle: false }),
      object('word', { ...passage, sentence: SECRET, meaning: SECRET, box: 0, dueAt: 1, reviews: 1 }),
      object('day', { day: '2026-11-01', seconds: 77, pages: 3, finished: [] }),
      object('look', { publishId: paid, look: { font: SECRET } }),
      object('erratum', { ...passage, wrong: SECRET }),
    ],
  });
  const { id: erratumId } = await db.selectFrom('erratum').select('id').executeTakeFirstOrThrow();
  const { data: download } = await ask('POST', '/info/download', { publishId: paid, device: SECRET });
  const { id: downloadDeviceId } = await db.selectFrom('downloadDevice').select('id').executeTakeFirstOrThrow();
  await ask('POST', '/system/feedback', { type: 'bug', content: `${SECRET}的意见` });
  const { id: feedbackId } = await db.selectFrom('feedback').select('id').executeTakeFirstOrThrow();
  await db.updateTable('feedback').set({ userId, status: 'replied', replyTime: now }).where('id', '=', feedbackId).execute();
  const waiting = { status: 'pending', stateTime: now, auditTime: null, auditUserId: null, claimedBy: null, content: `${SECRET}的话`, ...base };
  const { id: commentId } = await db
    .insertInto('comment')
    .values({ ...waiting, targetType: 'publication', targetId: paid, rootId: null, parentId: null, replyUserId: null, score: null, userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: messageId } = await db
    .insertInto('authorMessage')
    .values({ ...waiting, authorId: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const professorUser = await town.addUser({ userName: 'tutoring' });
  const { id: professorId } = await db
    .insertInto('professor')
    .values({ userId: professorUser, collegeId: null, title: '教授', expertise: '写作', tutorEnabled: '1', tutorMinutes: 60, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: tutorId } = await db
    .insertInto('tutor')
    .values({
      tutorNo: 'FD202601010001',
      userId,
      professorId,
      expertUserId: professorUser,
      topic: SECRET,
      question: `${SECRET}的问题`,
      mode: 'online',
      expectTime: now + DAY_MS,
      confirmTime: now,
      minutes: 60,
      rating: null,
      status: 'scheduled',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const materials = [{ fileId, name: '', url: '' }];
  const { data: application } = await ask('POST', '/structure/applyForLog', {
    targetMode: 'author',
    realName: SECRET,
    reason: SECRET.repeat(3),
    materials,
  });
  await ask('POST', '/system/account/realName', { realName: SECRET, idType: 'idCard', idCardNo: '11010519491231002X', fileId });
  const orderNo = 'DD20261129000000000001';
  const { id: orderId } = await db
    .insertInto('order')
    .values({
      orderNo,
      userId,
      totalFen: 100,
      payFen: 100,
      status: 'cancelled',
      payTime: null,
      expireTime: 1,
      requestId: SECRET,
      requestHash: '',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('orderItem')
    .values({ orderId, targetId: paid, title: SECRET, qty: 1, unitFen: 100, payFen: 100, vatBp: 900, openedAt: null, finishedAt: null })
    .execute();
  const { id: refundId } = await db
    .insertInto('refund')
    .values({
      refundNo: 'TK1',
      orderId,
      paymentId: 1,
      kind: 'buyer',
      reason: SECRET,
      fen: 100,
      transferBy: null,
      passedBy: null,
      confirmedBy: null,
      askAt: null,
      doneAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: titleId } = await db
    .insertInto('invoiceTitle')
    .values({ userId, titleType: 'personal', title: SECRET, email: 'first@example.com', ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: invoiceId } = await db
    .insertInto('invoice')
    .values({
      applyNo: 'FP1',
      userId,
      kind: 'normal',
      titleType: 'personal',
      title: SECRET,
      email: 'first@example.com',
      amountFen: 100,
      netFen: 92,
      taxFen: 8,
      invoiceNumber: null,
      issuedBy: null,
      requestId: SECRET,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: poolId } = await db
    .insertInto('seatPool')
    .values({ orderItemId: null, publishId: paid, ownerId: userId, n: 2, from: now, to: null, source: 'offline', createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: seatId } = await db
    .insertInto('seat')
    .values({ poolId, codeHash: 'b'.repeat(64), userId: null, classId: null, givenAt: now, claimedAt: null, takenBack: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('cartItem').values({ userId, publishId: paid, shownFen: 1, createTime: now }).execute();
  const { id: checkId } = await db.selectFrom('realNameCheck').select('id').executeTakeFirstOrThrow();
  const { answer: granted } = await ask('POST', '/info/grant', { publishId: paid });
  const { data: link } = await ask('GET', `/cms/publish/media/${paidTrack}`);

  const credentialId = 'credential-of-first';
  const { id: exportId } = await db
    .insertInto('exportFile')
    .values({
      userId,
      path: '/system/post',
      name: SECRET,
      asked: '{}',
      state: 'ready',
      fileKey: 'exports/a.xlsx',
      createTime: now,
      expiresAt: now * 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: listViewId } = await db
    .insertInto('listView')
    .values({ userId, listKey: '/system/post', name: SECRET, state: '{}', createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: passkeyId } = await db
    .insertInto('passkey')
    .values({ userId, credentialId, publicKey: SECRET, transports: '', name: SECRET, createTime: now, counter: 0, lastUsed: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('secondFactor').values({ userId, secret: SECRET, lastStep: 0, createTime: now }).execute();
  await db.insertInto('recoveryCode').values({ userId, codeHash: SECRET, usedAt: null }).execute();
  const user = await db.selectFrom('user').select(['id', 'userName', 'passwordHash']).where('id', '=', userId).executeTakeFirstOrThrow();
  const ticket = await issueTicket(town.context, user, { ip: '127.0.0.1' });
  const uploadId = await upload(town, editor, Buffer.from(SECRET));
  const { id: preparationId } = await db.selectFrom('preparation').select('id').executeTakeFirstOrThrow();
  const { id: sessionId } = await db.selectFrom('session').select('id').where('userId', '=', userId).executeTakeFirstOrThrow();
  const { id: roleId } = await db.selectFrom('role').select('id').where('roleKey', '=', 'of-editor').executeTakeFirstOrThrow();
  return {
    userId,
    bearer,
    sessionId,
    phone,
    paid,
    edition: editionOf(paid),
    draft,
    draftEdition: editionOf(draft),
    paidTrack,
    draftTrack,
    grant: String(granted.headers['set-cookie']).split(';')[0] ?? '',
    mediaLink: String(link['url']),
    downloadId: Number(download['downloadId']),
    passkeyId,
    listViewId,
    exportId,
    credentialId,
    ticket,
    downloadDeviceId,
    fileId,
    fileName,
    temporary,
    linkId,
    feedbackId,
    commentId,
    messageId,
    tutorId,
    ...(await addManuscript(town, userId)),
    ...(await addFirstContest(town, userId, SECRET)),
    ...(await addSubmission(town, userId)),
    professorId,
    applyId: Number(application['applyId']),
    checkId,
    orderNo,
    refundId,
    titleId,
    poolId,
    seatId,
    invoiceId,
    ...(await addFirstEarnings(db, userId, SECRET)),
    noticeId,
    roleId,
    entitlementId,
    erratumId,
    uploadId,
    preparationId,
  };
}

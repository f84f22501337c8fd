import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Manuscripts with their versions, files, tasks, holds and letters, and the stations of the editorial staff. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('manuscript', {
    ...BASE,
    archiveNo: 'empty',
    kind: '=book',
    title: 'text',
    subtitle: 'empty',
    titleEn: 'empty',
    archiveTypeId: 'number?',
    clcCode: 'empty',
    language: '=zh',
    originality: '=original',
    keywords: '=[]',
    summary: 'empty',
    wordCount: 'zero',
    planWordCount: 'zero',
    coverUrl: 'empty',
    authors: '=[]',
    ownerId: 'number',
    topicId: 'number?',
    editorId: 'number?',
    typesetterId: 'number?',
    publicationId: 'number?',
    status: '=draft',
    prevStatus: 'empty',
    confidentiality: '=internal',
    currentVersion: 'zero',
    publishedAt: 'number?',
    // Whose turn it is, since when, and until when.
    turn: '=author',
    turnUserId: 'number?',
    turnOutside: '=0',
    stageSince: 'zero',
    dueAt: 'number?',
    reviewRound: 'zero',
    restoreAskedAt: 'number?',
    ext: '={}',
  });
  await make.index('manuscriptState', 'manuscript', ['delFlag', 'status', 'id']);
  await make.index('manuscriptOwner', 'manuscript', ['ownerId', 'id']);
  await make.index('manuscriptTurn', 'manuscript', ['delFlag', 'turn', 'turnUserId']);
  await make.index('manuscriptDue', 'manuscript', ['delFlag', 'dueAt']);
  await make.uniqueLive('manuscript_no', 'manuscript', 'archive_no', `archive_no <> ''`);
  // `revision` rises with every save: a save that is based on an older one is rejected.
  await make.link('manuscriptText', { archiveId: 'number', content: 'empty', revision: 'zero' }, ['archiveId']);
  await make.create('manuscriptVersion', {
    archiveId: 'number',
    versionNo: 'number',
    // Key in the file store; the content of an immutable version.
    fileKey: 'text',
    mime: 'text',
    bytes: 'number',
    contentHash: 'text',
    wordCount: 'zero',
    source: 'text',
    stage: 'text',
    note: 'empty',
    label: 'empty',
    pinned: '=0',
    changedBy: 'number',
    createTime: 'number',
  });
  await make.unique('manuscriptVersionOnce', 'manuscriptVersion', ['archiveId', 'versionNo']);
  await make.create('manuscriptFile', {
    ...BASE,
    archiveId: 'number',
    fileRole: 'text',
    fileName: 'text',
    fileKey: 'text',
    fileSize: 'number',
    mime: 'text',
    sha256: 'text',
    ownerId: 'number',
    status: '=current',
    replacedBy: 'number?',
  });
  await make.index('manuscriptFileOf', 'manuscriptFile', ['archiveId', 'fileRole', 'id']);
  await make.create('manuscriptHold', {
    archiveId: 'number',
    reasonType: 'text',
    reason: 'text',
    fromStatus: 'text',
    heldBy: 'number',
    heldAt: 'number',
    resumePlan: 'empty',
    resumedBy: 'number?',
    resumedAt: 'number?',
    result: '=holding',
  });
  await make.index('manuscriptHoldOf', 'manuscriptHold', ['archiveId', 'id']);
  await make.create('editTask', {
    ...BASE,
    archiveId: 'number',
    editorId: 'number',
    assignedBy: 'number',
    startDate: 'number?',
    dueAt: 'number?',
    finishedAt: 'number?',
    // 齐, 清, 定 as a JSON list of three flags.
    completeness: '=[0,0,0]',
    editedWordCount: 'zero',
    status: '=assigned',
  });
  await make.index('editTaskOf', 'editTask', ['archiveId', 'id']);
  await make.index('editTaskOfEditor', 'editTask', ['editorId', 'status']);
  await make.create('editQuery', {
    ...BASE,
    archiveId: 'number',
    versionNo: 'zero',
    quote: 'empty',
    place: 'empty',
    text: 'text',
    askedBy: 'number',
    askTo: 'number',
    answer: 'empty',
    answeredAt: 'number?',
    status: '=open',
  });
  await make.index('editQueryOf', 'editQuery', ['archiveId', 'status']);
  await make.create('permissionItem', {
    ...BASE,
    archiveId: 'number',
    material: 'text',
    rightsOwner: 'empty',
    scope: 'empty',
    feeFen: 'zero',
    fileId: 'number?',
    status: '=needed',
  });
  await make.index('permissionItemOf', 'permissionItem', ['archiveId', 'status']);
  await make.create('stageTaskTemplate', {
    ...BASE,
    stage: 'text',
    title: 'text',
    dueOffsetDays: 'zero',
    blocking: '=1',
    orderNum: 'zero',
    status: '=0',
  });
  await make.create('stageTask', {
    ...BASE,
    archiveId: 'number',
    stage: 'text',
    title: 'text',
    blocking: '=1',
    dueAt: 'number?',
    doneBy: 'number?',
    doneAt: 'number?',
  });
  await make.index('stageTaskOf', 'stageTask', ['archiveId', 'stage']);
  await make.create('pressUser', {
    ...BASE,
    userId: 'number',
    station: 'text',
    qualification: 'empty',
    certNo: 'empty',
    validTo: 'empty',
    maxTasks: 'zero',
    status: '=0',
  });
  await make.uniqueLive('press_user_station', 'pressUser', 'user_id, station');
  await make.create('absence', { ...BASE, userId: 'number', startDate: 'text', endDate: 'text', deputyId: 'number', reason: 'empty' });
  await make.index('absenceOf', 'absence', ['userId', 'endDate']);
  // A letter waits ten minutes before it is delivered, and can be withdrawn with its decision until then.
  await make.create('letter', {
    entity: 'text',
    entityId: 'number',
    event: 'text',
    subject: 'text',
    content: 'text',
    // JSON list of user ids.
    recipients: 'text',
    // JSON list of `{name, key, mime, size}`.
    attachments: '=[]',
    link: 'empty',
    senderId: 'number',
    createTime: 'number',
    sendAt: 'number',
    status: '=waiting',
    // JSON: rows as they were before the decision, with the version each must still have to be restored.
    undo: '=[]',
  });
  await make.index('letterDue', 'letter', ['status', 'sendAt']);
  await make.index('letterOf', 'letter', ['entity', 'entityId', 'id']);
}

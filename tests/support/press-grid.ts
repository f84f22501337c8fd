import type { ManuscriptState, Turn } from '../../contract/manuscript/manuscript.machine.ts';
import { makeDocx, paragraph, run } from './docx-maker.ts';
import type { Grid } from './endpoint-grid.ts';
import { addManuscript } from './first-manuscript.ts';
import { pressStaff } from './press-staff.ts';
import type { TestContext } from './test-context.ts';

const DOCX_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const REVIEWER = '欧阳审稿人';
const REPORT = '只给社里看的审读意见';

/** Representative states of a manuscript, with whose turn each is. */
const PHASES = {
  draft: ['author', 'author'],
  audit_one: ['reviewer', 'editor2'],
  revising: ['author', 'author'],
  editing: ['editor', 'editor'],
  composing: ['typesetter', 'typesetter'],
  proof_one: ['proofreader', 'proof1'],
  published: ['none', null],
} as const satisfies Partial<Record<ManuscriptState, readonly [Turn, string | null]>>;

/** The number of an upload that nobody began. */
const UPLOAD = '0123456789abcdef';
/** Values that the schema alone does not give. */
const INPUTS: NonNullable<Grid['inputs']> = {
  'GET /cms/archive/revision/marked/{archiveId}': { from: 1, to: 2 },
  'GET /cms/archive/history/compare': { from: 1, to: 2 },
  'PUT /press/editor/completeness': { completeness: [true, true, false] },
  'POST /press/proofread/mark': { kind: 'query', note: '一' },
  'PUT /press/proofread/mark': { kind: 'query', note: '一' },
  'POST /press/editor/assign': { editorId: 3 },
  'POST /cms/archive/file/uploaded': { uploadId: UPLOAD },
  'POST /press/composition/master': { uploadId: UPLOAD },
  'PUT /press/composition/master/file': { uploadId: UPLOAD },
  'PUT /press/composition/master/order': { trackIds: [1] },
  'POST /press/composition/correction/{compositionId}': { markIds: [1] },
};

/** One manuscript with one row of everything that belongs to it, and a viewer for every relation and role. */
export async function pressGrid(town: TestContext): Promise<Grid> {
  const { db } = town.context;
  const { ids, as, put } = await pressStaff(town);
  await town.addUser({ userName: 'reader' });
  await town.addUser({ userName: 'manager2', roles: ['works_admin', 'press_manager'] });
  await town.addUser({ userName: 'boss', roles: ['admin'] });
  const made = await addManuscript(town, ids.author);
  const { archiveId } = made;
  await town.context.files.put('manuscripts/none', await makeDocx([paragraph(run('桥上的灯亮了。'))]), DOCX_MIME);
  // The archivist's account is a second account of the author; the manager is a co-author.
  await db.updateTable('user').set({ identityKey: 'one person' }).where('id', 'in', [ids.author, ids.archivist]).execute();
  await db.updateTable('user').set({ nickName: REVIEWER, realName: REVIEWER }).where('id', '=', ids.editor2).execute();
  await put(archiveId, {
    authors: JSON.stringify([
      { name: '何语', role: '著', share: 6_000, userId: ids.author },
      { name: '管理员', role: '著', share: 4_000, userId: ids.manager },
    ]),
    editorId: ids.editor,
    typesetterId: ids.typesetter,
  });
  await db.updateTable('review').set({ auditorId: ids.editor2, opinion: REPORT }).where('id', '=', made.auditId).execute();
  await db.updateTable('proofread').set({ proofreaderId: ids.proof1 }).where('archiveId', '=', archiveId).execute();
  const { id: proofId } = await db.selectFrom('proofread').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  await db.updateTable('editQuery').set({ askedBy: ids.editor }).where('id', '=', made.queryId).execute();
  await db.updateTable('letter').set({ senderId: ids.editor }).where('id', '=', made.letterId).execute();
  const base = { createTime: 1, updateTime: 1 };
  const { id: compositionId } = await db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: ids.typesetter,
      status: 'setting',
      releasedAt: null,
      releasedBy: null,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: trackId } = await db
    .insertInto('masterTrack')
    .values({ archiveId, mediaType: 'audio', title: '一', state: 'ready', uploadId: 'none', fileName: '一.wav', userId: ids.typesetter, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: checkId } = await db
    .insertInto('qualityCheck')
    .values({
      archiveId,
      verdict: 'pass',
      inspectorId: ids.proof2,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phase = (status: ManuscriptState, turn: Turn, who: string | null) => (): Promise<void> =>
    put(archiveId, { status, turn, turnUserId: who === null ? null : ids[who as keyof typeof ids] });
  return {
    viewers: {
      visitor: null,
      reader: await town.as('reader'),
      otherAuthor: as.author2,
      owner: as.author,
      secondAccount: as.archivist,
      coAuthor: as.manager,
      reviewer: as.editor2,
      editor: as.editor,
      typesetter: as.typesetter,
      proofreader: as.proof1,
      otherProofreader: as.proof2,
      section: as.section,
      chief: as.chief,
      outsider: as.outsider,
      manager: await town.as('manager2'),
      admin: await town.as('boss'),
    },
    hidden: [{ from: ['owner', 'secondAccount', 'coAuthor'], words: [REVIEWER, REPORT] }],
    ids: { ...made, id: archiveId, ids: archiveId, archiveFileIds: made.archiveFileId, proofId, compositionId, checkId, trackId, position: 1 },
    inputs: INPUTS,
    tables: [
      'manuscript',
      'manuscriptText',
      'manuscriptVersion',
      'manuscriptFile',
      'manuscriptHold',
      'editTask',
      'editQuery',
      'permissionItem',
      'stageTask',
      'letter',
      'revisionPoint',
      'authorConfirm',
      'review',
      'protocol',
      'protocolAmendment',
      'composition',
      'masterTrack',
      'proofread',
      'proofMark',
      'proofMarkReply',
      'authorProof',
      'qualityCheck',
    ],
    phases: Object.fromEntries(Object.entries(PHASES).map(([status, [turn, who]]) => [status, phase(status as ManuscriptState, turn, who)])),
  };
}

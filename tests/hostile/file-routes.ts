import { EPUB_UPLOAD_PATH } from '../../contract/catalog/preparation.ts';
import { FEE_HEADS } from '../../contract/earnings/earning-batch.ts';
import { RESULT_HEADS } from '../../contract/earnings/payout.ts';
import { SALE_HEADS } from '../../contract/earnings/sale.ts';
import { MANUSCRIPT_UPLOAD_PATH } from '../../contract/manuscript/manuscript-file.ts';
import { MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import { ANSWER_UPLOAD_PATH } from '../../contract/teaching/attempt.ts';
import { plainBill } from '../../server/payment/plain-bill.ts';
import { classroom, Device } from '../support/classroom.ts';
import { addFirstContest } from '../support/first-contest.ts';
import { journalOffice } from '../support/journal-office.ts';
import { addListedWork } from '../support/listed-work.ts';
import { pressStaff } from '../support/press-staff.ts';
import { uploadFile } from '../support/resumable-file.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';
import {
  fullCsv,
  growingZip,
  hostileBooks,
  hostileCsv,
  hostileDocuments,
  hostileDrawings,
  hostileMedia,
  hostilePdfs,
  hostilePictures,
  hostileQuestions,
  hostileSheets,
  type HostileFile,
} from './hostile-files.ts';

/** One way in which a file reaches the server: the calls that take it, and the files that its readers must survive. */
export interface FileRoute {
  readonly files: readonly HostileFile[];
  /** Sends a file, waits until everything that it starts has ended, and returns the answer. */
  send(file: HostileFile): Promise<{ readonly status: number; readonly body: string }>;
}

export interface FileRoutes {
  /** By key of the endpoint, or `POST` with the path for resumable uploads. */
  readonly routes: Readonly<Record<string, FileRoute>>;
  readonly town: TestContext;
  /** Errors that background work threw. */
  jobErrors(): readonly unknown[];
  close(): Promise<void>;
}

/** Every route that takes a file, and how its files are tried. */
export const FILE_ROUTES = [
  'POST /system/user/profile/avatar',
  'POST /cms/publish/cover/{publishId}',
  'POST /info/own-book',
  'POST /pay/invoice/batch/import',
  'POST /pay/file',
  'POST /pay/recon/import/{channel}/{day}',
  'POST /earnings/sale',
  'POST /earnings/payout/import/{payoutId}',
  'POST /earnings/batch',
  'POST /cms/journal/submission/metadata',
  'POST /cms/journal/submission/file',
  'POST /cms/journal/review/file',
  'POST /cms/journal/submission/blind/{fileId}',
  'POST /cms/wechat/account/importData',
  'POST /cms/wechat/article/importCounts',
  'POST /cms/contest/submit/file',
  'POST /cms/sensitiveWord/importData',
  'POST /structure/college/importData',
  'POST /system/area/importData',
  'POST /common/upload',
  'POST /system/post/importData',
  'POST /system/user/importData',
  'POST /flowable/definition/import',
  'POST /cms/archive/confirm/document/{archiveId}',
  'POST /doc/saveFileHistory',
  'POST /cms/archive/file',
  'POST /press/composition/proof/{compositionId}',
  'POST /textbook/question/file',
  'POST /textbook/question/import/preview/{bankId}',
  'POST /teaching/roster/sheet/{classId}',
  'POST /teaching/classNote/sound/{classId}',
  `POST ${EPUB_UPLOAD_PATH}`,
  `POST ${MEDIA_UPLOAD_PATH}`,
  `POST ${MANUSCRIPT_UPLOAD_PATH}`,
  `POST ${ANSWER_UPLOAD_PATH}`,
];

/** Sends a file as a browser does, and waits for the background work that it starts. */
async function sendForm(town: TestContext, headers: Bearer, path: string, { name, bytes }: HostileFile) {
  await town.context.cache.clear('');
  const edge = 'x-edge-of-the-form';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer = await town.app.inject({
    method: 'POST',
    url: `/prod-api${path}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  town.context.jobs.wake();
  await town.context.jobs.settled();
  return { status: answer.statusCode, body: answer.body };
}

/** Every route that takes a file, with rows that let each reader begin. */
export async function fileRoutes(): Promise<FileRoutes> {
  const town = await testContext();
  const { db } = town.context;
  const staff = await pressStaff(town);
  const rootId = await town.addUser({ userName: 'root', roles: ['admin'] });
  const root = await town.as('root');
  town.app.assertConfirmed = async () => {};
  const journals = await testContext();
  const office = await journalOffice(journals);
  const submissionId = await office.draft();
  const screened = await office.submitted();
  const { id: journalFileId } = await journals.context.db
    .selectFrom('journalFile')
    .select('id')
    .where('submissionId', '=', screened)
    .executeTakeFirstOrThrow();
  const { reviewId } = await office.reviewOf('reviewer1', await office.external());
  await journals.context.db.updateTable('journalReview').set({ status: 'accepted' }).where('id', '=', reviewId).execute();
  const room = await classroom(['lin']);
  const phone = new Device(room, 'lin');
  await phone.start(await room.published());

  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const publishId = await addListedWork(town.context, { title: '渡口' });
  const audioId = await addListedWork(town.context, { title: '听见' });
  await db.updateTable('publication').set({ kind: 'audio', status: 'draft' }).where('id', '=', audioId).execute();
  const { submitId, contestId } = await addFirstContest(town, rootId, '灯');
  await db.updateTable('contest').set({ fileTypes: '["docx","pdf","png","mp3","mp4","epub","txt"]' }).where('id', '=', contestId).execute();
  const { id: payoutId } = await db
    .insertInto('payout')
    .values({ payoutNo: 'FK1', status: 'exported', rows: 1, fen: 1, madeBy: rootId, exportedBy: rootId, exportedAt: now, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'draft', turn: 'author', turnUserId: staff.ids.author });
  const confirmed = await staff.submitted('other', '两个人的书');
  const authors = [
    { name: '何语', role: '著', share: 5_000, userId: staff.ids.author },
    { name: '林间', role: '著', share: 5_000, userId: null },
  ];
  await staff.put(confirmed, { status: 'editing', turn: 'editor', editorId: staff.ids.editor, authors: JSON.stringify(authors) });
  const compositionId = await composing(town, staff, 'other', '要排的书');
  const { bankId } = (await room.ask('teacher', 'POST', '/textbook/questionBank', { name: '题库' })).data as { bankId: number };
  const teacher = await room.t.as('teacher');

  const [sheets, documents, books, questions] = await Promise.all([hostileSheets(), hostileDocuments(), hostileBooks(), hostileQuestions()]);
  const [pictures, media, pdfs] = [hostilePictures(), hostileMedia(), hostilePdfs()];
  const form = (path: string, files: readonly HostileFile[], headers: Bearer = root, at: TestContext = town): FileRoute => ({
    files,
    send: (file) => sendForm(at, headers, path, file),
  });
  // Readers that several routes share get each of their files at one route, and some at the others.
  const [bomb, document, pdf, book] = [sheets[0]!, documents[0]!, pdfs[0]!, books[0]!];
  /** Sheets with the columns of a resource. */
  const list = (path: string, head: string, row: (index: number) => string, more: readonly HostileFile[] = []): FileRoute =>
    form(path, [...more, ...hostileCsv(head).slice(0, 2), fullCsv(head, row)]);

  /** Sheets with the columns that the resource of this route names. */
  const resource = (path: string, more: readonly HostileFile[] = []): FileRoute => {
    const crud = [...town.app.resources.values()].find(({ importData }) => importData?.path === path);
    if (!crud) throw new Error(`${path}: no resource is imported there`);
    const fields = Object.values(crud.meta).filter(({ kind, secret, notInSheet }) => !secret && !notInSheet && !/html|password|image/.test(kind));
    const value = (kind: string, at: number): string => (kind === 'number' ? `${at}` : kind === 'date' ? '2026-05-01' : `v${at}`);
    const head = fields.map(({ label }) => label).join(',');
    return list(`${path}?dryRun=0`, head, (at) => fields.map(({ kind }) => value(kind, at)).join(','), more);
  };
  const resumable = (
    path: string,
    files: readonly HostileFile[],
    use: (uploadId: string) => { path: string; body: object },
    headers: Bearer = root,
    at: TestContext = town,
  ): FileRoute => ({
    files,
    async send(file) {
      await at.context.cache.clear('');
      const next = use(await uploadFile(at, headers, file.name, file.bytes, path));
      const answer = await at.app.inject({ method: 'POST', url: `/prod-api${next.path}`, headers, payload: next.body });
      at.context.jobs.wake();
      await at.context.jobs.settled();
      return { status: answer.statusCode, body: answer.body };
    },
  });

  const routes: Record<string, FileRoute> = {
    'POST /system/user/profile/avatar': form('/system/user/profile/avatar', pictures),
    'POST /cms/publish/cover/{publishId}': form(`/cms/publish/cover/${publishId}`, pictures),
    'POST /info/own-book': form('/info/own-book', books),
    'POST /pay/invoice/batch/import': form('/pay/invoice/batch/import', [
      bomb,
      await growingZip('票.zip'),
      ...hostileCsv('申请号,发票号码,开票日期,失败原因'),
      fullCsv('申请号,发票号码,开票日期,失败原因', (at) => `SQ${at},,,金额不符`),
    ]),
    'POST /pay/file': form('/pay/file', [...pdfs, ...pictures]),
    'POST /pay/recon/import/{channel}/{day}': form(`/pay/recon/import/offline/2026-11-01`, [
      ...hostileCsv(),
      ...hostileCsv('类型,我方单号,渠道单号,金额,手续费,状态,时间'),
      {
        what: 'as many valid rows as there is room for',
        name: '账单.csv',
        bytes: Buffer.from(
          plainBill(
            Array.from({ length: 900 }, (_none, at) => ({
              kind: 'pay' as const,
              ourNo: `SZ${at}`,
              theirNo: `T${at}`,
              fen: 100,
              feeFen: 0,
              done: true,
              at: '2026-11-01 10:00:00',
            })),
            (fen) => (fen / 100).toFixed(2),
          ),
        ),
      },
    ]),
    'POST /earnings/sale': list('/earnings/sale?period=2026-05&dry=1', SALE_HEADS.join(','), (at) => `2026-05-01,渠道,电子书,${at},1,1.00`),
    'POST /earnings/payout/import/{payoutId}': list(`/earnings/payout/import/${payoutId}`, RESULT_HEADS.join(','), (at) => `TX${at},6228,1.00,成功,`),
    'POST /earnings/batch': list('/earnings/batch?kind=fee&period=2026-05&dry=1', FEE_HEADS.join(','), (at) => `u${at},稿费,劳务,一,,1.00`),
    'POST /cms/journal/submission/metadata': form('/cms/journal/submission/metadata', documents, office.as.author, journals),
    'POST /cms/journal/submission/file': form(
      `/cms/journal/submission/file?submissionId=${submissionId}&role=manuscript`,
      [...documents, ...pdfs],
      office.as.author,
      journals,
    ),
    'POST /cms/journal/review/file': form(`/cms/journal/review/file?reviewId=${reviewId}`, [document, ...pdfs], office.as.reviewer1, journals),
    'POST /cms/journal/submission/blind/{fileId}': form(
      `/cms/journal/submission/blind/${journalFileId}`,
      [document, pdf],
      office.as.editor,
      journals,
    ),
    'POST /cms/wechat/account/importData': resource('/cms/wechat/account/importData', [...sheets, ...hostileCsv()]),
    'POST /cms/wechat/article/importCounts': list(
      '/cms/wechat/article/importCounts?dryRun=0',
      '标题,原文链接,公众号,发布时间,阅读数',
      (at) => `文${at},https://mp.weixin.qq.com/s/a${at},号1,2026-05-01 10:00:00,${at}`,
    ),
    'POST /cms/contest/submit/file': form(`/cms/contest/submit/file?submitId=${submitId}`, [document, pdf, media[0]!, book]),
    'POST /cms/sensitiveWord/importData': resource('/cms/sensitiveWord/importData'),
    'POST /structure/college/importData': resource('/structure/college/importData'),
    'POST /system/area/importData': resource('/system/area/importData'),
    'POST /common/upload': form('/common/upload', [...pictures, document, ...pdfs, ...hostileCsv().map((file) => ({ ...file, name: '文.txt' }))]),
    'POST /system/post/importData': resource('/system/post/importData'),
    'POST /system/user/importData': resource('/system/user/importData'),
    'POST /flowable/definition/import': form('/flowable/definition/import', hostileDrawings()),
    'POST /cms/archive/confirm/document/{archiveId}': form(
      `/cms/archive/confirm/document/${confirmed}?name=${encodeURIComponent('林间')}&role=${encodeURIComponent('著')}`,
      [document, pdf],
      staff.as.editor,
    ),
    'POST /doc/saveFileHistory': form(`/doc/saveFileHistory?archiveId=${archiveId}`, documents, staff.as.author),
    'POST /cms/archive/file': form(`/cms/archive/file?archiveId=${archiveId}&fileRole=manuscript`, [document, pdf], staff.as.author),
    'POST /press/composition/proof/{compositionId}': form(`/press/composition/proof/${compositionId}`, pdfs, staff.as.typesetter),
    'POST /textbook/question/file': form('/textbook/question/file', [...pictures, ...media], teacher, room.t),
    'POST /textbook/question/import/preview/{bankId}': form(`/textbook/question/import/preview/${bankId}`, questions, teacher, room.t),
    'POST /teaching/roster/sheet/{classId}': form(
      `/teaching/roster/sheet/${room.classId}`,
      [bomb, ...hostileCsv('姓名,学号'), fullCsv('姓名,学号', (at) => `学${at},${at}`)],
      teacher,
      room.t,
    ),
    'POST /teaching/classNote/sound/{classId}': form(`/teaching/classNote/sound/${room.classId}`, media, teacher, room.t),
    [`POST ${EPUB_UPLOAD_PATH}`]: resumable(EPUB_UPLOAD_PATH, books, (uploadId) => ({ path: '/cms/publish/preparation', body: { uploadId } })),
    [`POST ${MEDIA_UPLOAD_PATH}`]: resumable(MEDIA_UPLOAD_PATH, media, (uploadId) => ({
      path: '/cms/media',
      body: { publishId: audioId, uploadId, title: '一' },
    })),
    [`POST ${MANUSCRIPT_UPLOAD_PATH}`]: resumable(
      MANUSCRIPT_UPLOAD_PATH,
      media,
      (uploadId) => ({ path: '/cms/archive/file/uploaded', body: { archiveId, fileRole: 'audio', uploadId } }),
      staff.as.author,
    ),
    [`POST ${ANSWER_UPLOAD_PATH}`]: resumable(
      ANSWER_UPLOAD_PATH,
      pictures,
      (uploadId) => ({ path: '/cms/attempt/file', body: { attemptKey: phone.attemptKey, fileKey: crypto.randomUUID(), uploadId, kind: 'photo' } }),
      await room.t.as('lin'),
      room.t,
    ),
  };
  return {
    routes,
    town,
    jobErrors: () => [town, journals, room.t].flatMap(({ jobErrors }) => jobErrors),
    async close() {
      await town.close();
      await journals.close();
      await room.t.close();
    },
  };
}

/** A composition that the typesetter works on. */
async function composing(
  { context: { db } }: TestContext,
  staff: Awaited<ReturnType<typeof pressStaff>>,
  kind: string,
  title: string,
): Promise<number> {
  const archiveId = await staff.submitted(kind, title);
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor });
  const task = { archiveId, editorId: staff.ids.editor, assignedBy: staff.ids.manager, startDate: 1, dueAt: null, finishedAt: null };
  await db
    .insertInto('editTask')
    .values({ ...task, completeness: '[1,1,1]', status: 'editing', createTime: 1, updateTime: 1 })
    .execute();
  await staff.ask('editor', 'PUT', `/cms/archive/finishEdit/${archiveId}`, {});
  const { id } = await db.selectFrom('composition').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  await db.updateTable('composition').set({ status: 'setting', typesetterId: staff.ids.typesetter }).where('id', '=', id).execute();
  return id;
}

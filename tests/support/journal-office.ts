import { saveIdentities } from '../../server/identity/account-identity.service.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { makeDocx, paragraph, run } from './docx-maker.ts';
import type { Answer } from './press-staff.ts';
import type { Bearer, TestContext } from './test-context.ts';

const PEOPLE = {
  boss: ['admin'],
  chief: ['works_admin', 'journal_chief'],
  chief2: ['works_admin', 'journal_chief'],
  editor: ['works_admin', 'journal_editor'],
  /** Chief of the second journal, and nothing in the first. */
  other: ['works_admin', 'journal_chief'],
  author: ['author'],
  coauthor: ['author'],
  reviewer1: ['reviewer'],
  reviewer2: ['reviewer'],
  reviewer3: ['reviewer'],
  reviewer4: ['reviewer'],
  reader: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type JournalPerson = keyof typeof PEOPLE;

/** Names that the blind side must never see. */
export const AUTHOR = { name: '沈知远', nameEn: 'Shen Zhiyuan', unit: '桥头大学灯塔学院', mail: 'shen@lamp.test', corresponding: true };
export const REVIEWER_NAMES = { reviewer1: '欧阳评一', reviewer2: '欧阳评二', reviewer3: '欧阳评三', reviewer4: '欧阳评四' } as const;

export const ABSTRACT =
  '本文讨论小城出版机构怎样记录正在消失的手艺。我们走访了三座城里的十二位工匠，比较了口述、照片和录像三种记录方式的成本与效果，发现三者互相补充：口述保存了判断的理由，照片保存了工具的形制，录像保存了动作的次序。文章最后给出一份可以照着做的记录清单，供同行参考。';
export const OPINION =
  '第一部分的材料很扎实，但三种记录方式的比较缺少统一的标准。\n1. 请说明十二位工匠是怎样选出来的。\n2. 表二的单位前后不一致，请核对。';
export const NOTE = '两位审稿人都认为材料扎实，请补充选样的说明，并统一表格的单位，修改后再看。';

export interface JournalOffice {
  readonly ids: Readonly<Record<JournalPerson, number>>;
  readonly as: Readonly<Record<JournalPerson, Bearer>>;
  readonly journalId: number;
  readonly otherJournalId: number;
  ask(who: JournalPerson | Bearer, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** Uploads one file and returns the envelope. */
  send(who: JournalPerson, path: string, name: string, bytes: Buffer): Promise<Answer>;
  /** Downloads and returns the bytes, the name of the file, and the code of an error. */
  download(who: JournalPerson, path: string): Promise<{ readonly bytes: Buffer; readonly name: string; readonly code: number }>;
  docx(text?: string, author?: string): Promise<Buffer>;
  /** A complete draft with its manuscript. */
  draft(more?: object, text?: string): Promise<number>;
  submitted(more?: object, text?: string): Promise<number>;
  /** Confirms the anonymised copy of the manuscript. */
  confirm(submissionId: number): Promise<void>;
  /** Sent to two reviewers, who have accepted. */
  external(more?: object): Promise<number>;
  /** Both reviews are back. */
  decided(more?: object): Promise<number>;
  revision(kind?: 'minor' | 'major'): Promise<number>;
  accepted(): Promise<number>;
  copyediting(): Promise<number>;
  fire(who: JournalPerson, event: string, submissionId: number, body?: object): Promise<Answer>;
  statusOf(submissionId: number): Promise<string>;
  /** Reviews of a submission by reviewer. */
  reviewOf(who: JournalPerson, submissionId: number): Promise<{ readonly reviewId: number; readonly status: string }>;
  /** Accepts, writes and hands in a review. */
  review(who: JournalPerson, submissionId: number, more?: object): Promise<Answer>;
  /** Delivers letters that wait. */
  deliver(): Promise<void>;
}

export const draftBody = (journalId: number, more: object = {}) => ({
  journalId,
  columnName: '研究',
  title: '小城出版怎样记录手艺',
  titleEn: 'How small publishers record a craft',
  abstract: ABSTRACT,
  keywords: ['出版', '手艺', '口述'],
  authors: [AUTHOR, { name: '陆一苇', nameEn: '', unit: '桥头大学灯塔学院', mail: 'lu@lamp.test', corresponding: false }],
  isMultipleSubmit: false,
  declared: true,
  fund: '桥头基金（23BXW099）',
  ...more,
});

/** Journals with their editors, an author and four reviewers. */
export async function journalOffice(town: TestContext): Promise<JournalOffice> {
  const { db } = town.context;
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const ids = {} as Record<JournalPerson, number>;
  const as = {} as Record<JournalPerson, Bearer>;
  for (const [name, roles] of Object.entries(PEOPLE) as [JournalPerson, readonly string[]][]) {
    ids[name] = await town.addUser({ userName: name, roles });
    const nickName = (REVIEWER_NAMES as Record<string, string>)[name];
    if (nickName)
      await db
        .updateTable('user')
        .set({ nickName, email: `${name}@review.test` })
        .where('id', '=', ids[name])
        .execute();
    if (nickName) {
      await saveIdentities(db, ids[name]);
      await db.updateTable('account').set({ verified: '1' }).where('userId', '=', ids[name]).where('identityType', '=', 'email').execute();
    }
    as[name] = await town.as(name);
  }
  await db.updateTable('user').set({ nickName: AUTHOR.name, email: AUTHOR.mail }).where('id', '=', ids.author).execute();
  const ask: JournalOffice['ask'] = async (who, method, path, body) =>
    (
      await town.app.inject({ method, url: `/prod-api${path}`, headers: typeof who === 'string' ? as[who] : who, ...(body ? { payload: body } : {}) })
    ).json<Answer>();
  const journal = async (abbr: string, people: object) => {
    const answer = await ask('boss', 'POST', '/cms/journal', {
      journalName: `${abbr}学刊`,
      abbr,
      frequency: '季',
      columns: [{ name: '研究' }, { name: '书评' }],
      payPerThousandFen: 10_000,
      pageFeeFen: abbr === 'AA' ? 80_000 : 0,
      similarityLimit: 15,
      ...people,
    });
    if (answer.code !== 200) throw new Error(answer.msg);
    return (answer.data as { journalId: number }).journalId;
  };
  const journalId = await journal('AA', { issn: '2999-0017', chiefIds: [ids.chief, ids.chief2], editorIds: [ids.editor] });
  const otherJournalId = await journal('BB', { issn: '2999-0025', chiefIds: [ids.other] });

  const must = (answer: Answer): Answer => {
    if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`);
    return answer;
  };
  const send: JournalOffice['send'] = async (who, path, name, bytes) => {
    const boundary = 'x-journal-boundary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { ...as[who], 'content-type': `multipart/form-data; boundary=${boundary}` };
    return (await town.app.inject({ method: 'POST', url: `/prod-api${path}`, headers, payload })).json<Answer>();
  };
  let number = 0;
  const office: JournalOffice = {
    ids,
    as,
    journalId,
    otherJournalId,
    ask,
    send,
    async download(who, path) {
      const answer = await town.app.inject({ url: `/prod-api${path}`, headers: as[who] });
      const json = String(answer.headers['content-type']).includes('json');
      return {
        bytes: answer.rawPayload,
        name: decodeURIComponent(String(answer.headers['download-filename'] ?? '')),
        code: json ? answer.json<Answer>().code : 200,
      };
    },
    docx: async (text = '正文里没有名字。', author = AUTHOR.name) =>
      makeDocx([paragraph(run('小城出版怎样记录手艺')), paragraph(run(text)), paragraph(run(`第${(number += 1)}稿`))], {
        'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${author}</dc:creator></cp:coreProperties>`,
      }),
    async draft(more, text) {
      const { data } = must(await ask('author', 'POST', '/cms/journal/submission', draftBody(journalId, more)));
      const { submissionId } = data as { submissionId: number };
      must(
        await send(
          'author',
          `/cms/journal/submission/file?submissionId=${submissionId}&role=manuscript`,
          '沈知远-小城出版.docx',
          await office.docx(text),
        ),
      );
      return submissionId;
    },
    async submitted(more, text) {
      const id = await office.draft(more, text);
      must(await ask('author', 'POST', `/cms/journal/submission/submit/${id}`));
      return id;
    },
    async confirm(submissionId) {
      const { data } = must(await ask('editor', 'GET', `/cms/journal/submission/detail/${submissionId}`));
      for (const file of data.files as { fileId: number; role: string; current: boolean; blindStatus: string }[])
        if (file.current && file.blindStatus === 'pending')
          must(await ask('editor', 'PUT', `/cms/journal/submission/blind/${file.fileId}`, { confirmed: true }));
    },
    async external(more) {
      const id = await office.submitted(more);
      await office.confirm(id);
      must(
        await ask('editor', 'POST', '/cms/journal/review/invite', {
          submissionId: id,
          people: [{ userId: ids.reviewer1 }, { userId: ids.reviewer2 }],
          wanted: 2,
        }),
      );
      must(await office.fire('editor', 'passScreening', id));
      return id;
    },
    async decided(more) {
      const id = await office.external(more);
      must(await office.review('reviewer1', id));
      must(await office.review('reviewer2', id));
      return id;
    },
    async revision(kind = 'minor') {
      const id = await office.decided();
      must(await office.fire('editor', 'requestRevision', id, { reason: NOTE, revisionKind: kind }));
      await office.deliver();
      return id;
    },
    async accepted() {
      const id = await office.decided();
      must(await office.fire('chief', 'accept', id, {}));
      await office.deliver();
      return id;
    },
    async copyediting() {
      const id = await office.accepted();
      must(await ask('chief', 'PUT', `/cms/journal/submission/fee/${id}`, { note: '学生作者，减免' }));
      must(await office.fire('editor', 'edit', id));
      return id;
    },
    fire: (who, event, submissionId, body) => ask(who, 'PUT', `/cms/journal/submission/${event}/${submissionId}`, body ?? {}),
    statusOf: async (id) => (await db.selectFrom('journalSubmission').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    async reviewOf(who, submissionId) {
      const row = await db
        .selectFrom('journalReview')
        .select(['id', 'status'])
        .where('submissionId', '=', submissionId)
        .where('reviewerId', '=', ids[who])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { reviewId: row.id, status: row.status };
    },
    async review(who, submissionId, more = {}) {
      const { reviewId, status } = await office.reviewOf(who, submissionId);
      if (status === 'invited') must(await ask(who, 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {}));
      const { data } = must(await ask(who, 'GET', `/cms/journal/review/detail/${reviewId}`));
      must(
        await ask(who, 'PUT', '/cms/journal/review/report', {
          reviewId,
          version: data.version,
          recommendation: 'minor',
          scores: [4, 4, 3, 4],
          toAuthor: OPINION,
          toEditor: '作者应当补充选样。',
          ...more,
        }),
      );
      return ask(who, 'PUT', `/cms/journal/review/own/finish/${reviewId}`, {});
    },
    async deliver() {
      await db.updateTable('letter').set({ sendAt: 1 }).where('status', '=', 'waiting').execute();
      town.context.jobs.wake();
      await town.context.jobs.settled();
    },
  };
  return office;
}

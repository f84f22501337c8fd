import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../../contract/clock.ts';
import type { AppContext } from '../../../context.ts';
import { wordCount } from '../../../../contract/manuscript/word-count.ts';
import { docxText } from '../../../document/docx-text.ts';
import {
  addedWords,
  boldedWords,
  commentedWords,
  listParagraph,
  markedDocx,
  noteNumber,
  struckWords,
  textParagraph,
  words,
  type DocxExtras,
  type Marked,
} from './marked-docx.ts';

const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface DemoDocument {
  readonly title: string;
  readonly note: string;
  /** Accounts of those who made the marks. */
  readonly people: readonly [string, string];
  readonly text: (first: Marked, second: Marked) => { readonly body: readonly string[]; readonly extras: DocxExtras };
}

/** Manuscripts with a document that has marks and comments: one with a reviewer, one with its editor. */
const DOCUMENTS: readonly DemoDocument[] = [
  {
    title: '午夜译室',
    note: '初审修订稿',
    people: ['editor1', 'editor2'],
    text: (editor, other) => ({
      body: [
        textParagraph(
          words('译室在旧楼的第三层，窗子朝北，冬天要生两只炉子。'),
          addedWords(editor, '炉子之间摆着一张长桌，'),
          words('四个译者轮流坐在灯下。'),
        ),
        textParagraph(
          words('那份合同一共'),
          struckWords(editor, '三十二页'),
          addedWords(editor, '三十一页'),
          words('，少的一页谁也没有见过。'),
          noteNumber(1),
        ),
        textParagraph(words('他们约好，'), commentedWords(0, '每人凭记忆补写一个版本'), words('，天亮以前放进同一只信封。')),
        listParagraph(words('第一个人写的是价格。')),
        listParagraph(words('第二个人写的是日期。')),
        listParagraph(words('第三个人写的是'), boldedWords(editor, '一句道歉'), words('。')),
        textParagraph(words('第四个人什么也没有写，'), commentedWords(1, '他在信封上画了一扇窗'), words('。')),
      ],
      extras: {
        comments: [
          { ...editor, text: '这里与第二章“谁也没有动笔”不合，请作者核对。' },
          { ...other, text: '结尾好，建议保留。' },
        ],
        notes: ['合同的页码从第二页开始。'],
      },
    }),
  },
  {
    title: '大学英语听说',
    note: '终审修订稿',
    people: ['section', 'chief'],
    text: (section, chief) => ({
      body: [
        textParagraph(
          words('本册共十二个单元，每个单元由听、说、读三个部分组成，'),
          struckWords(section, '课后有练习'),
          addedWords(section, '每一部分之后都有练习'),
          words('。'),
        ),
        textParagraph(words('录音由两位发音人完成，语速分为'), commentedWords(0, '慢速和常速'), words('两种，教师可以按班级的水平选用。')),
        textParagraph(words('第一单元从问路开始。'), addedWords(chief, '学生两人一组，一人拿地图，一人提问。'), words('每组五分钟。')),
        listParagraph(words('听一遍，记下地名。')),
        listParagraph(words('再听一遍，画出路线。')),
        listParagraph(words('不看文字，复述一次。')),
      ],
      extras: { comments: [{ ...chief, text: '是否加上“快速”？请与作者商量。' }] },
    }),
  },
];

/** One more version, a document with marks and comments, of two manuscripts of the demo; continues after an interruption. */
export async function addManuscriptDocuments({ db, files }: AppContext): Promise<void> {
  for (const { title, note, people, text } of DOCUMENTS) {
    const row = await db
      .selectFrom('manuscript')
      .select(['id', 'currentVersion', 'status', 'stageSince'])
      .where('title', '=', title)
      .where('editorId', 'is not', null)
      .executeTakeFirst();
    const made =
      row && (await db.selectFrom('manuscriptVersion').select('id').where('archiveId', '=', row.id).where('note', '=', note).executeTakeFirst());
    if (!row || made) continue;
    const found = await db.selectFrom('user').select(['id', 'userName', 'nickName']).where('userName', 'in', people).execute();
    const [first, second] = people.map((name, index) => {
      const user = found.find(({ userName }) => userName === name);
      return { id: user?.id ?? 0, author: `${user?.nickName ?? name}（${user?.id ?? 0}）`, at: row.stageSince - (2 - index) * DAY_MS };
    });
    if (!first || !second || first.id === 0) continue;
    const { body, extras } = text(first, second);
    const bytes = markedDocx(body, extras);
    const versionNo = row.currentVersion + 1;
    const fileKey = `manuscripts/${row.id}/demo-${versionNo}.docx`;
    await files.put(fileKey, bytes, MIME);
    const words = wordCount(await docxText(bytes));
    await db
      .insertInto('manuscriptVersion')
      .values({
        archiveId: row.id,
        versionNo,
        fileKey,
        mime: MIME,
        bytes: bytes.length,
        contentHash: createHash('sha256').update(bytes).digest('hex'),
        wordCount: words,
        source: 'audit',
        stage: row.status,
        note,
        changedBy: first.id,
        createTime: row.stageSince,
      })
      .execute();
    await db.updateTable('manuscript').set({ currentVersion: versionNo, wordCount: words }).where('id', '=', row.id).execute();
  }
}

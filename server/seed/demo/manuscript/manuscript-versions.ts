import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../../contract/clock.ts';
import type { AppContext } from '../../../context.ts';
import { wordCount } from '../../../../contract/manuscript/word-count.ts';

/** What each version adds to the text, the oldest first. */
const CHANGES = [
  ['author', '投稿'],
  ['author', '按意见修改'],
  ['editor', '编辑加工'],
] as const;
const EXTRA = ['', '<p>修改稿补写了结尾：灯灭以后，桥还在那里，天亮得比往常早一些。</p>', '<p>编辑统一了人名和纪年，删去了重复的一段。</p>'] as const;
/** Number of versions by the stage that a manuscript has reached. */
const MORE: Readonly<Record<string, number>> = { submitted: 1, topic: 1, revising: 1, audit_one: 1 };

/** Two or three versions of each submitted manuscript of the demo; continues after an interruption. */
export async function addManuscriptVersions(context: AppContext): Promise<void> {
  const { db, files } = context;
  const rows = await db
    .selectFrom('manuscript')
    .innerJoin('manuscriptText', 'manuscriptText.archiveId', 'manuscript.id')
    .select([
      'manuscript.id',
      'manuscript.title',
      'manuscript.status',
      'manuscript.ownerId',
      'manuscript.editorId',
      'manuscript.stageSince',
      'manuscript.wordCount',
    ])
    .select('manuscriptText.content')
    .where('manuscript.currentVersion', '=', 0)
    .where('manuscript.status', '<>', 'draft')
    .execute();
  for (const row of rows) {
    const most = row.editorId === null ? 2 : (MORE[row.status] ?? CHANGES.length);
    for (const [index, [source, note]] of CHANGES.slice(0, most).entries()) {
      const content = row.content + EXTRA.slice(0, index + 1).join('');
      const fileKey = `manuscripts/${row.id}/demo-${index + 1}.html`;
      await files.put(fileKey, Buffer.from(content), 'text/html; charset=utf-8');
      await db
        .insertInto('manuscriptVersion')
        .values({
          archiveId: row.id,
          versionNo: index + 1,
          fileKey,
          mime: 'text/html; charset=utf-8',
          bytes: Buffer.byteLength(content),
          contentHash: createHash('sha256').update(content).digest('hex'),
          wordCount: wordCount(content.replace(/<[^>]*>/g, ' ')),
          source,
          stage: source === 'editor' ? 'editing' : 'draft',
          note,
          changedBy: source === 'editor' ? (row.editorId ?? row.ownerId) : row.ownerId,
          createTime: row.stageSince - (most - index) * DAY_MS,
        })
        .execute();
    }
    await addHandedIn(context, row, row.content);
    await db.updateTable('manuscript').set({ currentVersion: most }).where('id', '=', row.id).execute();
  }
}

/** The manuscript as its author handed it in, for the library of authors. */
async function addHandedIn(
  { db, files }: AppContext,
  row: { id: number; title: string; ownerId: number; stageSince: number },
  content: string,
): Promise<void> {
  const text = content.replace(/<\/(p|h\d)>/g, '\n').replace(/<[^>]*>/g, '');
  const bytes = Buffer.from(text);
  const fileKey = `manuscripts/${row.id}/files/demo.txt`;
  await files.put(fileKey, bytes, 'text/plain; charset=utf-8');
  const at = row.stageSince - CHANGES.length * DAY_MS;
  await db
    .insertInto('manuscriptFile')
    .values({
      archiveId: row.id,
      fileRole: 'manuscript',
      fileName: `${row.title}.txt`,
      fileKey,
      fileSize: bytes.length,
      mime: 'text/plain; charset=utf-8',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ownerId: row.ownerId,
      status: 'current',
      replacedBy: null,
      createTime: at,
      updateTime: at,
    })
    .execute();
}

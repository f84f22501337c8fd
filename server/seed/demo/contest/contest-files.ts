import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { AppContext } from '../../../context.ts';
import { writeDocx } from '../../../document/docx-writer.ts';
import { PARAGRAPHS } from './contest-texts.ts';
import { wavTune } from '../wav-tune.ts';

const TUNES = ['5 3 2 1 2 3 5 3', '1 2 3 5 6 5 3 2', "6 5 3 5 6 1' 6 5"] as const;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Files of the demo entries, with their copies for the judges; continues after an interruption. */
export async function addContestFiles({ db, files }: AppContext): Promise<void> {
  const rows = await db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .select([
      'contestSubmit.id',
      'contestSubmit.contestId',
      'contestSubmit.userId',
      'contestSubmit.title',
      'contestSubmit.intro',
      'contestSubmit.createTime',
    ])
    .select(['contest.workKinds', 'user.nickName'])
    .where('contestSubmit.submitNo', '<>', '')
    .where('contestSubmit.createBy', '=', 'reader')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('contestFile').select('contestFile.id').whereRef('contestFile.submitId', '=', 'contestSubmit.id'))))
    .orderBy('contestSubmit.id')
    .execute();
  for (const [at, row] of rows.entries()) {
    const sound = row.workKinds.includes('recitation');
    const picture = row.workKinds.includes('design');
    const [type, mime, bytes] = sound
      ? (['wav', 'audio/wav', wavTune(TUNES[row.id % TUNES.length] ?? '', 8)] as const)
      : picture
        ? (['png', 'image/png', await coverPicture(row.title, row.id)] as const)
        : (['docx', DOCX, workDocument(row.title, row.intro, row.id)] as const);
    const key = `contests/${row.contestId}/${row.id}/${randomBytes(12).toString('hex')}.${type}`;
    const blindKey = `contests/${row.contestId}/blind/${randomBytes(12).toString('hex')}.${type}`;
    await files.put(key, bytes, mime);
    await files.put(blindKey, bytes, mime);
    // One file waits for an organiser, because a name was found in its text.
    const found = at === 20;
    const { id } = await db
      .insertInto('contestFile')
      .values({
        submitId: row.id,
        contestId: row.contestId,
        ownerId: row.userId,
        fileName: `${row.title}.${type}`,
        fileKey: key,
        fileSize: bytes.length,
        mime,
        blindKey,
        blindSize: bytes.length,
        blindState: found ? 'found' : 'ready',
        findings: found ? JSON.stringify([{ place: '正文第2段', text: `感谢${row.nickName}同学帮我校对` }]) : '[]',
        createBy: 'reader',
        createTime: row.createTime,
        updateTime: row.createTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('contestFile')
      .set({ blindName: `作品文件${id}.${type}` })
      .where('id', '=', id)
      .execute();
  }
}

function workDocument(title: string, intro: string, id: number): Buffer {
  const picks = Array.from({ length: 5 }, (_one, step) => PARAGRAPHS[(id * 5 + step * 7) % PARAGRAPHS.length] ?? '');
  return writeDocx([{ kind: 'title', text: title }, { kind: 'text', text: intro }, ...picks.map((text) => ({ kind: 'text' as const, text }))]);
}

/** A drawn cover, 600 by 800. */
async function coverPicture(title: string, id: number): Promise<Buffer> {
  const hue = (id * 47) % 360;
  const arcs = [1, 2, 3, 4, 5]
    .map(
      (step) =>
        `<path d="M0 ${300 + step * 60} Q300 ${180 + step * 50 + (id % 5) * 12} 600 ${300 + step * 60}" fill="none" stroke="hsl(${hue} 40% ${30 + step * 9}%)" stroke-width="${14 - step * 2}"/>`,
    )
    .join('');
  const letters = [...title]
    .map(
      (letter, at) =>
        `<text x="500" y="${110 + at * 62}" font-size="52" fill="hsl(${hue} 50% 18%)" font-family="serif" text-anchor="middle">${letter}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="hsl(${hue} 30% 92%)"/>${arcs}<circle cx="180" cy="190" r="${46 + (id % 4) * 8}" fill="hsl(${(hue + 160) % 360} 60% 55%)"/>${letters}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

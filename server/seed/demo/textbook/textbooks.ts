import { randomBytes } from 'node:crypto';
import { TEXTBOOK } from '../../../../contract/textbook/textbook-limits.ts';
import type { AppContext } from '../../../context.ts';
import { storeUploadFile } from '../../../files/resumable-upload.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { addTrack, adminTracks, saveTrack } from '../../../media/track.service.ts';
import { textbook } from '../../../../contract/textbook/textbook.ts';
import { placedMedia } from '../../../../contract/textbook/placed.ts';
import { placedItems } from '../../../textbook/placed.service.ts';
import { textbooks } from '../../../textbook/textbook.service.ts';
import type { BookSource } from '../book-source.ts';
import { captionsFrom, LINE_SECONDS } from '../media-source.ts';
import { webmSlides } from '../webm-slides.ts';
import { storeDemoFile } from './demo-file.ts';
import { wavSpeech } from './wav-speech.ts';

const FERRY = '渡口英语听说';
const DIALOGUE = 'Dialogue: ';

/** Course, stage, subject and term of the demo textbooks by title. */
const ROWS: Readonly<Record<string, readonly [course: string, stage: string, subject: string, term: string, language: string]>> = {
  校样上的红笔: ['编校实务', 'college', '编辑出版', '', 'zh'],
  听见清晨: ['大学英语晨读', 'bachelor', '英语', '大学一年级', 'en'],
  桌上的字典: ['语言与词典', 'training', '语言', '', 'zh'],
  翻译是过河: ['英汉翻译', 'bachelor', '英语', '大学三年级', 'zh'],
  学术写作第一课: ['学术写作', 'bachelor', '写作', '大学二年级', 'zh'],
  '第一站：日语小故事': ['日语入门', 'vocational', '日语', '第一学期', 'ja'],
  [FERRY]: ['大学英语听说（一）', 'bachelor', '英语', '大学一年级', 'en'],
};

/** Films, each with its captions and the paragraph at which it is placed. */
const FILMS = [
  {
    chapter: 0,
    title: 'Crossing the river',
    at: 'When they landed, his mother gave him her return ticket',
    lines: [
      ['boat', 'The ferry leaves every twenty minutes.'],
      ['bridge', 'The river is four hundred metres wide here.'],
      ['boat', 'In the middle, both banks are the same size.'],
      ['map', 'From the landing it is ten minutes on foot.'],
    ],
  },
  {
    chapter: 4,
    title: 'How to stop a crack',
    at: 'The engineer was a short woman with grey hair',
    lines: [
      ['boat', 'This is the part of the ferry that is under water.'],
      ['lamp', 'Hold the lamp a bit higher: there is the crack.'],
      ['proof', 'We drill a small hole where it ends.'],
      ['boat', 'A crack cannot go on past a round hole.'],
    ],
  },
] as const;

/** Adds the row of a textbook to a work that is not on sale yet. */
export async function addTextbookRow({ db }: AppContext, editor: CurrentUser, title: string): Promise<void> {
  const [courseName, stage, subject, gradeTerm, answerLanguage] = ROWS[title] ?? [];
  const work = courseName
    ? await db.selectFrom('publication').select('id').where('title', '=', title).where('status', '=', 'draft').executeTakeFirst()
    : undefined;
  if (!work || (await db.selectFrom('textbook').select('id').where('publishId', '=', work.id).executeTakeFirst())) return;
  const draft = textbook.draft.parse({ publishId: work.id, courseName, stage, subject, gradeTerm, answerLanguage });
  await db.transaction().execute((tx) => textbooks.write(tx, editor, draft, null));
}

/** Dialogues and films of the English textbook, each with its lines and the paragraph at which it is placed. */
const placedTracks = (chapters: BookSource['chapters']) => [
  ...chapters.map(({ title, paragraphs }, chapter) => ({ chapter, kind: 'listen' as const, ...dialogueOf(title, paragraphs) })),
  ...FILMS.map(({ chapter, title, at, lines }) => ({
    chapter,
    kind: 'watch' as const,
    title,
    quote: at,
    lines: lines.map(([, text]) => text),
    pictures: lines.map(([picture]) => picture),
  })),
];

/** The same with their files. */
export const demoTracks = ({ chapters }: BookSource) =>
  Promise.all(
    placedTracks(chapters).map(async (track) => ({
      ...track,
      bytes: 'pictures' in track ? await webmSlides(track.pictures, LINE_SECONDS) : wavSpeech(track.lines, LINE_SECONDS),
    })),
  );

/** Records the dialogues and films of the English textbook and places them in its text, through the regular workflow. */
export async function addPlacedMedia(context: AppContext, editor: CurrentUser, source: BookSource): Promise<void> {
  const { facts, chapters } = source;
  if (facts['title'] !== FERRY) return;
  const work = await context.db.selectFrom('publication').select('id').where('title', '=', FERRY).executeTakeFirstOrThrow();
  const wanted = await demoTracks(source);
  for (const { kind, title, bytes } of wanted) {
    const uploadId = randomBytes(16).toString('hex');
    await storeUploadFile(context, { uploadId, ownerId: editor.userId, fileName: `${title}.${kind === 'watch' ? 'webm' : 'wav'}`, bytes });
    await addTrack(context, editor, { publishId: work.id, uploadId, title });
  }
  await context.jobs.settled();
  const tracks = (await adminTracks(context, work.id)).rows;
  for (const [orderNum, item] of wanted.entries()) {
    const track = tracks.find(({ title }) => title === item.title);
    if (!track) continue;
    const captions = captionsFrom({ title: item.title, lines: item.lines.map((text) => ({ picture: '', text })) });
    await saveTrack(context, editor, {
      mediaId: track.mediaId,
      version: track.version,
      title: track.title,
      isrc: '',
      isFree: '0',
      trialSec: 0,
      captions,
    });
    await place(context, editor, {
      publishId: work.id,
      kind: item.kind,
      label: item.title.slice(0, TEXTBOOK.label),
      mediaId: track.mediaId,
      documentIndex: item.chapter,
      quote: item.quote,
      orderNum,
    });
  }
  await addWordList(context, editor, work.id, chapters);
}

const place = ({ db }: AppContext, editor: CurrentUser, draft: object): Promise<number> =>
  db.transaction().execute((tx) => placedItems.write(tx, editor, placedMedia.draft.parse(draft), null));

/** The lines of the dialogue of a unit, and the paragraph above them. */
function dialogueOf(title: string, paragraphs: readonly string[]): { title: string; quote: string; lines: string[] } {
  const from = paragraphs.findIndex((line) => line.startsWith(`*${DIALOGUE}`));
  const quote = (paragraphs[from] ?? '').replaceAll('*', '');
  const rest = paragraphs.slice(from + 1);
  const lines = rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('“')),
    )
    .map((line) => line.replace(/[“”]/g, ''));
  return { title: `${title.split(' – ')[0] ?? ''} ${quote.slice(DIALOGUE.length)}`, quote, lines };
}

/** The useful sentences of all units as a file, placed at the end of the first unit. */
async function addWordList(context: AppContext, editor: CurrentUser, publishId: number, chapters: BookSource['chapters']): Promise<void> {
  const text = chapters
    .map(({ title, paragraphs }) => [title, ...paragraphs.slice(paragraphs.indexOf('*Useful sentences*') + 1)].join('\r\n').replaceAll('*', ''))
    .join('\r\n\r\n');
  const bytes = Buffer.from(`\ufeff${text}\r\n`);
  const { fileId } = await storeDemoFile(context, editor, { name: '六单元常用句.txt', mime: 'text/plain', bytes, isPublic: false });
  await place(context, editor, { publishId, kind: 'file', label: '六单元常用句', fileId, documentIndex: 0, quote: 'Useful sentences', orderNum: 90 });
}

/** Places the exercises of the units of the English textbook beside their last part. */
export async function placeExercises(context: AppContext, editor: CurrentUser): Promise<void> {
  const { db } = context;
  const sets = await db
    .selectFrom('exerciseSet')
    .innerJoin('publication', 'publication.id', 'exerciseSet.publishId')
    .leftJoin('placedMedia', 'placedMedia.setId', 'exerciseSet.id')
    .select(['exerciseSet.id', 'exerciseSet.publishId', 'exerciseSet.title', 'exerciseSet.documentIndex'])
    .where('publication.title', '=', FERRY)
    .where('placedMedia.id', 'is', null)
    .execute();
  for (const { id: setId, publishId, title, documentIndex } of sets)
    if (documentIndex !== null)
      await place(context, editor, {
        publishId,
        kind: 'exercise',
        label: title.slice(0, TEXTBOOK.label),
        setId,
        documentIndex,
        quote: 'Useful sentences',
        orderNum: 50,
      });
}

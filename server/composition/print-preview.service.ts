import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { PrintPreview } from '../../contract/composition/print-preview.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { pictureTurn } from '../files/concurrency-limit.ts';
import { failed } from '../http/app-error.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { compositionById, fileById } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';
import { pageGeometry } from './page-geometry.ts';
import { epubFiles, pictureMime, printPage } from './print-book.ts';

/** A larger picture is sent smaller: the preview carries all pictures of the book. 1 400 pixels on 12 cm are 300 dpi. */
const PICTURE_BYTES = 300_000;
const PICTURE_PIXELS = 1400;

async function addressOf(mime: string, bytes: Buffer): Promise<string> {
  const small =
    bytes.length <= PICTURE_BYTES || mime === 'image/gif'
      ? bytes
      : await pictureTurn(() =>
          sharp(bytes).resize({ width: PICTURE_PIXELS, height: PICTURE_PIXELS, fit: 'inside', withoutEnlargement: true }).toBuffer(),
        );
  return `data:${mime};base64,${small.toString('base64')}`;
}

/** The EPUB of a composition as one page for print, in its trimmed size. Throws when no EPUB was built. */
export async function printPreviewOf(context: AppContext, id: number): Promise<PrintPreview> {
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  const file = row.epubFileId === null ? undefined : await fileById(context.db, row.epubFileId);
  if (!file) throw failed('还没有电子版，请先在“电子版”里生成EPUB，再预览打印效果');
  const files = await epubFiles(await buffer(await context.files.read(file.fileKey)));
  const pictures = new Map<string, string>();
  for (const [path, bytes] of files) {
    const mime = path.startsWith('pictures/') ? pictureMime(path) : null;
    if (mime) pictures.set(path, await addressOf(mime, bytes));
  }
  const { language } = await context.db.transaction().execute((tx) => manuscriptIn(tx, row.archiveId));
  const { assumed, ...page } = pageGeometry(row);
  const { html, chapters } = printPage(
    files,
    { language: language === 'zh' || language === 'other' ? 'zh-CN' : language, title: row.title, family: row.fontFamily },
    { ...page, assumed },
    (path) => pictures.get(path) ?? null,
  );
  return { title: row.title, html, chapters, page, assumed: [...assumed], builtAt: wireTime(file.createTime) };
}

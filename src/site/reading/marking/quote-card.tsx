import { useEffect, useRef, useState } from 'react';
import { inTitleMarks } from '../../../../contract/catalog/title-marks.ts';
import type { BookCard, BookDetail } from '../../../../contract/catalog/book.ts';
import { SITE_NAME } from '../../../../contract/content/page.ts';
import { saveFile } from '../../../annotations/save-file.ts';
import { toast } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';
import { type CardPaper, drawCard } from './quote-card-drawing.ts';
import './notes.css';

const PAPERS: readonly (readonly [CardPaper, string])[] = [
  ['warm', '暖'],
  ['white', '白'],
  ['night', '夜'],
];

/** A picture of the passage, to save or to send. */
export function QuoteCard({ card, text, chapterTitle, close }: { card: BookCard; text: string; chapterTitle: string; close: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [paper, setPaper] = useState<CardPaper>('warm');
  const press = (card as Partial<BookDetail>).pressName ?? '';
  const site = press ? `${SITE_NAME} · ${press}` : SITE_NAME;
  const { title, authorsText: author } = card;
  useEffect(() => {
    if (canvas.current) drawCard(canvas.current, { text, title, author, chapter: chapterTitle, site }, paper);
  }, [text, title, author, chapterTitle, site, paper]);

  const give = async (send: boolean): Promise<void> => {
    const blob = await new Promise<Blob | null>((resolve) => (canvas.current ? canvas.current.toBlob(resolve, 'image/png') : resolve(null)));
    if (!blob) return toast('图片没有画成，请再试一次');
    const file = new File([blob], `${title}.png`, { type: 'image/png' });
    if (send && navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: inTitleMarks(title) }).catch(() => undefined);
    else saveFile(`${title}-摘录.png`, 'image/png', blob);
  };
  const sharing = typeof navigator.canShare === 'function';
  return (
    <Sheet
      title="分享卡片"
      close={close}
      foot={
        <>
          <button type="button" className="button button-line button-wide" onClick={() => void give(false)}>
            存为图片
          </button>
          {sharing ? (
            <button type="button" className="button button-fill button-wide" onClick={() => void give(true)}>
              分享
            </button>
          ) : null}
        </>
      }
    >
      <div className="quote-card">
        <canvas ref={canvas}>{`${text}——${inTitleMarks(title)}${author}`}</canvas>
        <fieldset className="notes-filters" aria-label="纸色">
          {PAPERS.map(([key, name]) => (
            <button key={key} type="button" aria-pressed={paper === key} onClick={() => setPaper(key)}>
              {name}
            </button>
          ))}
        </fieldset>
      </div>
    </Sheet>
  );
}

import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { percentWords } from '../../reading-progress/percent.ts';
import { loadable } from '../../loading/loadable.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import type { Picture } from '../../reader-engine/picture.ts';
import { Icon } from '../frame/icon.tsx';
import { pageOverlay, jumpAlong, closeOverlay, type Left, showPicture } from './page-overlay.store.ts';
import { readingPage } from './session/reading-page.store.ts';
import { useWakeLock } from './use-wake-lock.ts';
import './page-overlay.css';

const LinkQuestion = loadable(async () => (await import('./link-question.tsx')).LinkQuestion);
const NoteView = loadable(async () => (await import('./marking/note-view.tsx')).NoteView);
const PictureView = loadable(async () => (await import('./picture-view.tsx')).PictureView);

/** Milliseconds that the offer to go back is shown after a jump. */
const OFFER_MS = 8_000;
/** Milliseconds a page must be visible before its pictures are looked up. */
const LOOK_MS = 400;

/** Notes, pictures, the question before a link leads out of the book, and the way back, shown next to the page. */
export function PageOverlay({ reader, book }: { reader: Reader; book: PreparedBook }) {
  const { note, picture, shown } = useSnapshot(pageOverlay);
  const { link } = useSnapshot(readingPage);
  useEffect(() => closeOverlay, []);
  useWakeLock();
  return (
    <>
      <PagePictures reader={reader} />
      <WayBack reader={reader} />
      {link ? <LinkQuestion link={link} /> : null}
      {note ? <NoteView key={shown} note={note} reader={reader} book={book} /> : null}
      {picture ? <PictureView key={shown} picture={picture} /> : null}
    </>
  );
}

function WayBack({ reader }: { reader: Reader }) {
  const { offered, back } = useSnapshot(pageOverlay);
  const { place } = useSnapshot(readingPage);
  const last = back.at(-1);
  // A jump to a passage of the same page would lead back to what is shown already.
  const isHere = last?.percent === place?.percent && last?.chapterTitle === place?.chapterTitle;
  return offered && last && !isHere ? <Offer key={`${back.length}/${last.cfi}`} reader={reader} last={last} /> : null;
}

function Offer({ reader, last }: { reader: Reader; last: Left }) {
  useEffect(() => {
    // The offer stays while it has the focus.
    const over = setInterval(() => document.activeElement?.closest('.way-back') ?? (pageOverlay.offered = false), OFFER_MS);
    return () => clearInterval(over);
  }, []);
  return (
    <div className="way-back">
      <button type="button" onClick={() => void jumpAlong(reader, 'back')}>
        <Icon name="back" size={18} />
        <span className="one-line">
          回到 {last.chapterTitle} {percentWords(last.percent)}
        </span>
      </button>
      <button type="button" className="icon-button" aria-label="不回去" onClick={() => (pageOverlay.offered = false)}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}

/** For users who cannot tap on the pictures. */
function PagePictures({ reader }: { reader: Reader }) {
  const { place } = useSnapshot(readingPage);
  return place ? <PicturesSeen key={`${place.documentIndex}/${place.page}/${place.pages}`} reader={reader} /> : null;
}

function PicturesSeen({ reader }: { reader: Reader }) {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  useEffect(() => {
    const soon = setTimeout(() => setPictures(reader.pictures()), LOOK_MS);
    return () => clearTimeout(soon);
  }, [reader]);
  return pictures.map((picture, index) => (
    <button key={`${index}-${picture.name}`} type="button" className="reader-call page-picture" onClick={() => showPicture(picture)}>
      放大：{picture.name}
    </button>
  ));
}

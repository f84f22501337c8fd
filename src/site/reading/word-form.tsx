import { useEffect, useState } from 'react';
import { MEANING_MOST, WORD_MOST } from '../../../contract/annotation/sync.ts';
import { storedOf } from '../../annotations/annotations.store.ts';
import { addWord } from '../../annotations/marks.ts';
import { lookUp } from '../../vocabulary/book-glossary.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import { toast } from '../frame/dialogs.ts';
import { inLatin } from '../../format/script.ts';
import { isTooLong, LongText } from '../frame/long-text.tsx';
import { Sheet } from '../frame/sheet.tsx';
import type { Opening } from './session/opening.ts';
import { passageOf } from './passage-of.ts';
import { useTyped } from './use-typed.ts';

/** A word with its sentence and the entry of the book's own glossary, to add to the learning list. */
export function WordForm({ opening, selected, close }: { opening: Opening; selected: Selected; close: () => void }) {
  const word = wordIn(selected.text).slice(0, WORD_MOST);
  const { sentence } = selected;
  const same = storedOf('word').filter((one) => one.text === word);
  const known = same.find((one) => one.publishId === opening.card.publishId);
  const elsewhere = known ? undefined : same.find((one) => one.meaning !== '');
  const [found, setFound] = useState<string | null | undefined>(undefined);
  const typed = useTyped(`word ${opening.card.publishId} ${word}`, known?.meaning || (found ?? elsewhere?.meaning ?? '').slice(0, MEANING_MOST));
  const { base, book, limit } = opening;
  useEffect(() => {
    let ended = false;
    void lookUp({ base, book, limit }, word).then((definition) => {
      if (!ended) setFound(definition);
    });
    return () => {
      ended = true;
    };
  }, [base, book, limit, word]);
  const keep = (): void => {
    if (isTooLong(typed.text, MEANING_MOST)) return;
    void addWord(passageOf(opening, { ...selected, text: word }), sentence, typed.text.trim());
    typed.forget();
    close();
    void toast('已加入生词本');
  };
  return (
    <Sheet
      title={word}
      close={() => {
        typed.leave();
        close();
      }}
      foot={
        <button type="button" className="button button-fill button-wide" onClick={keep}>
          加入生词本
        </button>
      }
    >
      <div className="note-editor">
        <p className="note-context serif" {...inLatin(sentence)}>
          {sentence}
        </p>
        <output className="meta">
          {typed.resumed
            ? '接着上次没有保存的写'
            : known
              ? '生词本里已有这个词，保存后例句换成这一句'
              : found === undefined
                ? '正在查书中的词汇表…'
                : found
                  ? '释义来自本书的词汇表，可以修改'
                  : elsewhere
                    ? '您在别的书里记过这个词，释义先照抄在这里'
                    : '本书的词汇表没有收这个词，可以自己写下释义'}
        </output>
        <label htmlFor="word-meaning">释义</label>
        <LongText id="word-meaning" value={typed.text} most={MEANING_MOST} rows={3} write={typed.write} save={keep} />
      </div>
    </Sheet>
  );
}

/** The selection without surrounding punctuation and symbols. */
const wordIn = (text: string): string => text.trim().replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '') || text.trim();

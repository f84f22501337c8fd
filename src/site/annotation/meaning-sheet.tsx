import { MEANING_MOST } from '../../../contract/annotation/sync.ts';
import { storedOf } from '../../annotations/annotations.store.ts';
import type { StoredWord } from '../../annotations/annotation-record.ts';
import { changeWord } from '../../annotations/marks.ts';
import { inLatin } from '../../format/script.ts';
import { isTooLong, LongText } from '../frame/long-text.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { useTyped } from '../reading/use-typed.ts';
import '../reading/marking/marking.css';

/** Adds or edits the meaning of a word in the list; its learning progress stays. */
export function MeaningSheet({ word, close }: { word: StoredWord; close: () => void }) {
  const typed = useTyped(`meaning ${word.clientId}`, word.meaning);
  const keep = (): void => {
    if (isTooLong(typed.text, MEANING_MOST)) return;
    // The word may have been reviewed meanwhile, here or on another device.
    const now = storedOf('word').find((one) => one.clientId === word.clientId) ?? word;
    if (typed.text.trim() !== now.meaning) changeWord(now, { meaning: typed.text.trim() });
    typed.forget();
    close();
  };
  return (
    <Sheet
      title={word.text}
      close={() => {
        typed.leave();
        close();
      }}
      foot={
        <button type="button" className="button button-fill button-wide" onClick={keep}>
          保存
        </button>
      }
    >
      <div className="note-editor">
        {word.sentence ? (
          <p className="note-context serif" {...inLatin(word.sentence)}>
            {word.sentence}
          </p>
        ) : null}
        <label htmlFor="word-meaning">释义</label>
        <LongText id="word-meaning" value={typed.text} most={MEANING_MOST} rows={4} write={typed.write} save={keep}>
          {typed.resumed ? '接着上次没有保存的写' : ''}
        </LongText>
      </div>
    </Sheet>
  );
}

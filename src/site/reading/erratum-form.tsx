import { useState } from 'react';
import { WRONG_MOST } from '../../../contract/annotation/sync.ts';
import { reportErratum } from '../../annotations/marks.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import { textAfter, textBefore } from '../../book-search/surrounding-text.ts';
import { inLatin } from '../../format/script.ts';
import { toast } from '../frame/dialogs.ts';
import { isTooLong, LongText } from '../frame/long-text.tsx';
import { Sheet } from '../frame/sheet.tsx';
import type { Opening } from './session/opening.ts';
import { passageOf } from './passage-of.ts';
import { useTyped } from './use-typed.ts';

/** Sends an error in a passage to the server; without a network it is sent later. */
export function ErratumForm({ opening, selected, close }: { opening: Opening; selected: Selected; close: () => void }) {
  const typed = useTyped(`erratum ${opening.card.publishId} ${selected.text.slice(0, 80)}`, '');
  const wrong = typed.text;
  const [tried, setTried] = useState(false);
  const send = (): void => {
    setTried(true);
    if (wrong.trim() === '' || isTooLong(wrong, WRONG_MOST)) return;
    reportErratum(passageOf(opening, selected), wrong.trim());
    typed.forget();
    close();
    void toast(navigator.onLine ? '谢谢，已交给编辑；在“我的 › 错字反馈”里看结果' : '已记下，联网后交给编辑');
  };
  return (
    <Sheet
      title="错字反馈"
      close={() => {
        typed.leave();
        close();
      }}
      foot={
        <button type="button" className="button button-fill button-wide" onClick={send}>
          交给编辑
        </button>
      }
    >
      <div className="note-editor">
        <p className="note-context serif" {...inLatin(selected.before + selected.text + selected.after)}>
          {textBefore(selected.before)}
          <mark>{selected.text}</mark>
          {textAfter(selected.after)}
        </p>
        <label htmlFor="erratum-text">哪里有错，应该是什么</label>
        <LongText
          id="erratum-text"
          value={wrong}
          most={WRONG_MOST}
          rows={3}
          placeholder="例如：“帐本”应为“账本”"
          write={typed.write}
          save={send}
          wrong={tried && wrong.trim() === '' ? '请写明哪里有错' : ''}
        >
          {typed.resumed ? '接着上次没有交的写' : ''}
        </LongText>
      </div>
    </Sheet>
  );
}

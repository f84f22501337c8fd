import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { getBook } from '../../../../contract/catalog/book.ts';
import { inTitleMarks } from '../../../../contract/catalog/title-marks.ts';
import { playPath } from '../../../../contract/media/address.ts';
import { pairOf } from '../../../../contract/media/text-work.ts';
import { queryClient, queryOf } from '../../../api/query-client.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import { basisWords } from '../../../text-and-sound/basis-words.ts';
import { listenOnAt, soundPlace } from '../../../text-and-sound/sound-place.ts';
import { toast } from '../../frame/dialogs.ts';
import { Icon } from '../../frame/icon.tsx';

const STALE_MS = 10 * 60_000;

interface Props {
  publishId: number;
  reader: Reader;
  /** Stops the voice before another sound begins. */
  pause: () => void;
}

/** Continues with the recording of the book at the sentence where the reader is. Shown only for a book that has one. */
export function RecordedEdition({ publishId, reader, pause }: Props) {
  const pair = useQuery({ ...queryOf(pairOf, { params: { publishId } }), staleTime: STALE_MS });
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const recording = pair.data?.recordings[0];
  if (!recording) return null;
  const listen = async (): Promise<void> => {
    const { place } = reader;
    if (!place) return;
    pause();
    setBusy(true);
    try {
      const first = reader.sentences().next();
      const { chapters } = await queryClient.fetchQuery({ ...queryOf(getBook, { params: { publishId } }), staleTime: STALE_MS });
      const { documentIndex, percent } = place;
      const sentence = first.done ? '' : first.value.text;
      const found = await soundPlace({ publishId: recording.publishId, chapters, documentIndex, percent, sentence });
      if (!found) return void toast('这部录音现在不能播放');
      listenOnAt(found);
      if (basisWords(found.basis)) void toast(basisWords(found.basis));
      await navigate(playPath(recording.publishId, found.mediaId), { state: { proceed: true } });
    } catch {
      void toast('录音没有取到，请检查网络后再试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="aloud-recorded"
      disabled={busy}
      aria-label={`从这一句起听录音${inTitleMarks(recording.title)}`}
      onClick={() => void listen()}
    >
      <Icon name="ear" size={18} />
      {busy ? '正在打开…' : '听录音'}
    </button>
  );
}

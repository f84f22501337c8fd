import { useEffect, useState } from 'react';
import type { ClassNote } from '../../../../contract/teaching/class-note.ts';
import { soundOf } from '../../../class-pack/packed-files.ts';
import { toastError } from '../../frame/dialogs.ts';
import { Icon } from '../../frame/icon.tsx';

/** The recording of a note: of the device or of the server, loaded when it is asked for. Its words are those of the note. */
export function NoteSound({ note }: { note: ClassNote }) {
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const load = async (): Promise<void> => {
    setBusy(true);
    try {
      setAddress(URL.createObjectURL(await soundOf(note)));
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return address ? (
    <SoundBar address={address} autoPlay />
  ) : (
    <button type="button" className="button button-line class-note-listen" disabled={busy} onClick={() => void load()}>
      <Icon name="play" size={18} />
      {busy ? '正在打开…' : '听老师的录音'}
    </button>
  );
}

export const SoundBar = ({ address, autoPlay }: { address: string; autoPlay?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the note beside it is its text
  <audio controls autoPlay={autoPlay} src={address} aria-label="老师的录音" className="class-note-sound" />
);

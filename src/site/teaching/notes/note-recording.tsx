import { useEffect, useMemo, useState } from 'react';
import type { ClassNote } from '../../../../contract/teaching/class-note.ts';
import { TEACHING } from '../../../../contract/teaching/teaching-limits.ts';
import { canRecord, Recorder } from '../../../question-view/recorder.tsx';
import { NoteSound, SoundBar } from './note-sound.tsx';

interface Props {
  readonly before: ClassNote | null;
  /** A new recording, null to have none, undefined to keep what the note has. */
  readonly sound: File | null | undefined;
  readonly disabled: boolean;
  readonly change: (sound: File | null | undefined) => void;
}

/** The recording of a note that is written: made here or chosen, heard, and taken away again. */
export function NoteRecording({ before, sound, disabled, change }: Props) {
  const [fault, setFault] = useState('');
  const address = useMemo(() => (sound ? URL.createObjectURL(sound) : ''), [sound]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const kept = sound === undefined ? (before?.sound ?? null) : null;
  const take = (file: File): void => {
    setFault('');
    change(file);
  };
  return (
    <fieldset className="class-note-recording" aria-label="录音">
      {address ? <SoundBar address={address} /> : null}
      {kept && before ? <NoteSound note={before} /> : null}
      {address || kept ? (
        <button type="button" className="button button-line" disabled={disabled} onClick={() => change(before?.sound ? null : undefined)}>
          不要录音
        </button>
      ) : (
        <>
          {canRecord() ? <Recorder mostMs={TEACHING.recordingMs} disabled={disabled} onDone={take} onFault={setFault} /> : null}
          <label className="button button-line class-note-choose">
            选录音文件
            <input
              type="file"
              className="unseen"
              accept="audio/*"
              disabled={disabled}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) take(file);
                target.value = '';
              }}
            />
          </label>
        </>
      )}
      <output className="field-error">{fault}</output>
    </fieldset>
  );
}

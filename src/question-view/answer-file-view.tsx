import { useEffect, useState } from 'react';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** A photo of an answer that can be turned and opened, or a recording at several speeds. */
export function AnswerFileView({ kind, no, load }: { kind: 'photo' | 'recording'; no: number; load: () => Promise<Blob> }) {
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState('');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let made = '';
    let here = true;
    load().then(
      (blob) => {
        if (!here) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (error: unknown) => here && setFault(error instanceof Error ? error.message : '文件打不开，请重试'),
    );
    return () => {
      here = false;
      if (made) URL.revokeObjectURL(made);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once, and once for each try
  }, [tries]);
  if (fault)
    return (
      <button
        type="button"
        className="question-plain"
        onClick={() => {
          setFault('');
          setTries(tries + 1);
        }}
      >
        {fault}
      </button>
    );
  if (!address) return <span className="question-file-loading" aria-busy="true" />;
  return kind === 'photo' ? <Photo address={address} no={no} /> : <Recording address={address} />;
}

function Photo({ address, no }: { address: string; no: number }) {
  const [turn, setTurn] = useState(0);
  return (
    <figure>
      <a href={address} target="_blank" rel="noreferrer" aria-label={`放大第${no}张照片`}>
        <img src={address} alt={`作答的第${no}张照片`} data-turn={turn} style={{ rotate: `${turn * 90}deg` }} />
      </a>
      <button type="button" className="question-plain" onClick={() => setTurn((before) => (before + 1) % 4)}>
        转90度
      </button>
    </figure>
  );
}

function Recording({ address }: { address: string }) {
  const [speed, setSpeed] = useState(1);
  return (
    <div className="question-recording">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the spoken answer of a student */}
      <audio
        controls
        src={address}
        aria-label="作答的录音"
        ref={(element) => {
          if (element) element.playbackRate = speed;
        }}
      />
      <label>
        速度
        <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

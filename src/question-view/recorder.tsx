import { type RefObject, useEffect, useRef, useState } from 'react';
import './recorder.css';

/** Sound as browsers record it, with the extension of its file. */
const FORMATS = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'm4a'],
] as const;
/** Speech: five minutes are less than 2 MB. */
const BITS_PER_SECOND = 48_000;

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && 'mediaDevices' in navigator && FORMATS.some(([type]) => MediaRecorder.isTypeSupported(type));

interface Props {
  readonly mostMs: number;
  readonly disabled: boolean;
  readonly onDone: (file: File) => void;
  readonly onFault: (words: string) => void;
}

/** Ends a running recording; its file follows. */
function stopIn({ current }: RefObject<MediaRecorder | null>): void {
  if (current?.state === 'recording') current.stop();
}

/** Records from the microphone. What was recorded is kept when the time is over, the page is hidden, or another question is opened. */
export function Recorder({ mostMs, disabled, onDone, onFault }: Props) {
  const running = useRef<MediaRecorder | null>(null);
  const [begun, setBegun] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') stopIn(running);
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      stopIn(running);
    };
  }, []);
  useEffect(() => {
    if (begun === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() - begun >= mostMs) stopIn(running);
    }, 250);
    return () => clearInterval(timer);
  }, [begun, mostMs]);
  const start = async () => {
    const [type, extension] = FORMATS.find(([one]) => MediaRecorder.isTypeSupported(one)) ?? FORMATS[0];
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      const forbidden = error instanceof DOMException && error.name === 'NotAllowedError';
      onFault(forbidden ? '没有使用麦克风的权限，请在浏览器设置里允许，或选择录好的文件' : '没有找到麦克风，请接上后再录，或选择录好的文件');
      return;
    }
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      stream.getTracks().forEach((track) => track.stop());
      running.current = null;
      setBegun(0);
      const all = new Blob(parts, { type: type.split(';')[0] ?? type });
      if (all.size > 0) onDone(new File([all], `录音.${extension}`, { type: all.type }));
      else onFault('没有录到声音，请再录一次');
    });
    running.current = recorder;
    recorder.start();
    setNow(Date.now());
    setBegun(Date.now());
  };
  return begun === 0 ? (
    <button type="button" className="question-record" disabled={disabled} onClick={() => void start()}>
      开始录音
    </button>
  ) : (
    <button type="button" className="question-record" data-on onClick={() => stopIn(running)}>
      停止 {clock(now - begun)} / {clock(mostMs)}
    </button>
  );
}

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

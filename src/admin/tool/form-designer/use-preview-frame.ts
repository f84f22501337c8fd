import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { readFromFrame, type FrameCode, type FromFrame, type ToFrame } from '../../../form-preview/frame-messages.ts';

/** Milliseconds without an answer until the code counts as stopped. */
const SILENCE_MS = 3_000;
const PING_MS = 1_000;
export const STOPPED = '代码没有响应，已停止';

export interface PreviewFrame {
  /** A new number makes a new frame; null while it is removed. */
  readonly edition: number | null;
  readonly problem: string | null;
  readonly running: boolean;
  run(code: FrameCode): void;
}

interface Handlers {
  readonly onSubmit: (values: unknown) => void;
  readonly onOptions: (method: string, url: string) => Promise<unknown>;
}

/** Runs code in the sandboxed frame and removes the frame when it does not answer. */
export function usePreviewFrame(frame: RefObject<HTMLIFrameElement | null>, { onSubmit, onOptions }: Handlers): PreviewFrame {
  const [edition, setEdition] = useState<number | null>(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const state = useRef({ ready: false, code: null as FrameCode | null, heard: 0 });

  // The origin of the frame is opaque, so no target origin can be named.
  const send = (message: ToFrame): void => frame.current?.contentWindow?.postMessage(message, '*');

  const run = (code: FrameCode): void => {
    setProblem(null);
    setRunning(true);
    state.current.code = code;
    state.current.heard = performance.now();
    if (state.current.ready) send({ type: 'refreshFrame', data: code });
    else setEdition((before) => before ?? 1);
  };

  const receive = useEffectEvent((message: FromFrame): void => {
    state.current.heard = performance.now();
    switch (message.type) {
      case 'ready':
        state.current.ready = true;
        if (state.current.code) send({ type: 'refreshFrame', data: state.current.code });
        return;
      case 'mounted':
        return setRunning(false);
      case 'error':
        setRunning(false);
        return setProblem(message.message);
      case 'submit':
        return onSubmit(message.values);
      case 'options': {
        const { n, method, url } = message;
        onOptions(method, url).then(
          (data) => send({ type: 'options', n, data, failure: null }),
          (error: unknown) => send({ type: 'options', n, data: null, failure: error instanceof Error ? error.message : '选项加载失败' }),
        );
      }
    }
  });

  useEffect(() => {
    const listen = (event: MessageEvent): void => {
      if (event.source === null || event.source !== frame.current?.contentWindow || event.origin !== 'null') return;
      const message = readFromFrame(event.data);
      if (message) receive(message);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [frame]);

  const watch = useEffectEvent((): void => {
    if (!state.current.ready) return;
    if (performance.now() - state.current.heard <= SILENCE_MS) return send({ type: 'ping' });
    state.current.ready = false;
    setEdition(null);
    setRunning(false);
    setProblem(STOPPED);
  });
  useEffect(() => {
    if (edition === null) return;
    const timer = setInterval(() => watch(), PING_MS);
    return () => clearInterval(timer);
  }, [edition]);

  return { edition, problem, running, run };
}

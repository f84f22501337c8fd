// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from './voice.ts';

class Utterance extends EventTarget {
  lang = '';
  rate = 1;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}
let spoken: Utterance;
const happen = (type: string, more: object = {}): boolean => spoken.dispatchEvent(Object.assign(new Event(type), more));
const reached = vi.fn<(part: number) => void>();
const HUNDRED = '一'.repeat(100);
const say = (text: string, rate = 1) => speak(text, { language: 'zh-CN', rate, voiceId: null }, { reached });

beforeEach(() => {
  vi.useFakeTimers();
  reached.mockClear();
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [],
    speak: (one: Utterance) => (spoken = one),
    cancel: () => happen('error', { error: 'canceled' }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('uses the word boundary events of a voice', () => {
  say(HUNDRED);
  happen('start');
  happen('boundary', { charIndex: 20 });
  vi.advanceTimersByTime(5_000);
  expect(reached.mock.calls).toEqual([[0.2]]);
});

test('estimates progress from the speed of a voice without events, and learns the speed', async () => {
  const first = say(HUNDRED);
  vi.advanceTimersByTime(5_000);
  expect(reached).not.toHaveBeenCalled();
  happen('start');
  vi.advanceTimersByTime(10_000);
  expect(reached.mock.lastCall?.[0]).toBeCloseTo(0.45);
  vi.advanceTimersByTime(40_000);
  happen('end');
  await expect(first.done).resolves.toBe(false);

  say(HUNDRED);
  happen('start');
  vi.advanceTimersByTime(10_000);
  expect(reached.mock.lastCall?.[0]).toBeCloseTo(0.2);
  happen('end');
  say(HUNDRED, 2);
  happen('start');
  vi.advanceTimersByTime(2_000);
  expect(reached.mock.lastCall?.[0]).toBeLessThan(1);
});

test('stops observing after a stop or a failure', async () => {
  const stopped = say(HUNDRED);
  happen('start');
  stopped.stop();
  await expect(stopped.done).resolves.toBe(true);
  const failed = say(HUNDRED);
  happen('start');
  happen('error', { error: 'network' });
  await expect(failed.done).rejects.toThrow('network');
  vi.advanceTimersByTime(5_000);
  expect(reached).not.toHaveBeenCalled();
});

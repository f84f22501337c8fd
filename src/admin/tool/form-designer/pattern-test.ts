import type { FieldPattern } from '../../../../contract/workflow/form-content.ts';
import { parseRegex, REGEX_INPUT_LENGTH, REGEX_TIMEOUT_MESSAGE } from '../../../../contract/workflow/form-regex.ts';

/** Milliseconds for all patterns of the field, the start of the worker included. */
const LIMIT_MS = 1_500;

/**
 * Tries the patterns with a text in a worker, which is stopped when a pattern takes too long. Returns 通过 or the message of the first
 * pattern that does not match.
 */
export async function testPattern(patterns: readonly FieldPattern[], text: string): Promise<string> {
  const parsed = patterns.map(({ pattern }) => parseRegex(pattern));
  const wrong = parsed.find((one) => typeof one === 'string');
  if (typeof wrong === 'string') return wrong;
  const worker = new Worker(new URL('pattern.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve(REGEX_TIMEOUT_MESSAGE), LIMIT_MS);
      worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
        clearTimeout(timer);
        resolve(data < 0 ? '通过' : patterns[data]?.message || '不符合');
      });
      worker.addEventListener('error', () => resolve('现在不能试，请稍后再试'));
      worker.postMessage({ patterns: parsed, text: text.slice(0, REGEX_INPUT_LENGTH) });
    });
  } finally {
    worker.terminate();
  }
}

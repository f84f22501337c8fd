import { describe, expect, it } from 'vitest';
import { rangeAnswer, rangeOf } from './range-answer.ts';

const body = new TextEncoder().encode('0123456789').buffer;

describe.each([
  ['bytes', body],
  ['blob', new Blob([body])],
])('a stored file as %s', (_, kept) => {
  const file = { type: 'video/mp4', body: kept };
  it('is served completely without a range', async () => {
    const answer = rangeAnswer(file, null);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([200, 'video/mp4', '10']);
    expect(await answer.text()).toBe('0123456789');
  });
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('serves %s as a partial response', async (range, text, header) => {
    const answer = rangeAnswer(file, range);
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([206, header, String(text.length)]);
    expect(await answer.text()).toBe(text);
  });
  it.each(['bytes=10-', 'bytes=12-15', 'bytes=5-4', 'bytes=-0'])('reports that %s is outside the file', (range) => {
    const answer = rangeAnswer(file, range);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });
});

it('serves the complete file for several ranges and for other units', () => {
  expect(rangeOf('bytes=0-1,4-5', 10)).toBeNull();
  expect(rangeOf('pages=1-2', 10)).toBeNull();
});

it('sets a policy that prevents a book from running scripts', () => {
  expect(rangeAnswer({ type: 'application/xhtml+xml', body }, null).headers.get('content-security-policy')).toContain("script-src 'none'");
});

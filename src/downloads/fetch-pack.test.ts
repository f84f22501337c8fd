import { expect, it } from 'vitest';
import { CallError, OFFLINE } from '../api/call.ts';
import { filesOf } from './fetch-pack.ts';

const signal = new AbortController().signal;
const file = (text: string): number[] => {
  const body = new TextEncoder().encode(text);
  return [0, 0, body.length >> 8, body.length & 255, ...body];
};
const inPieces = (bytes: readonly number[], size: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(control) {
      for (let at = 0; at < bytes.length; at += size) control.enqueue(Uint8Array.from(bytes.slice(at, at + size)));
      control.close();
    },
  });
async function read(stream: ReadableStream<Uint8Array>): Promise<{ came: string[]; error: unknown }> {
  const came: string[] = [];
  try {
    for await (const body of filesOf(stream, signal)) came.push(new TextDecoder().decode(body));
    return { came, error: null };
  } catch (error) {
    return { came, error };
  }
}

it.each([1, 3, 7, 1000])('splits the answer into complete files for any network chunk size: %i bytes at a time', async (size) => {
  const texts = ['第一章', '', 'p{margin:0}', '长'.repeat(300)];
  expect(await read(inPieces(texts.flatMap(file), size))).toEqual({ came: texts, error: null });
});

it.each([1, 5, 9])('reports a network failure for an answer cut %i bytes before its end, and keeps the files before it', async (less) => {
  const { came, error } = await read(inPieces([...file('一'), ...file('二二')].slice(0, -less), 4));
  expect(came).toEqual(['一']);
  expect(error).toBeInstanceOf(CallError);
  expect((error as CallError).code).toBe(OFFLINE);
});

// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { DocumentLoader } from './document-loader.ts';
import { framePool } from './frame-pool.ts';
import { defaultLook } from '../style/look.ts';
import { traitsOf } from './page-frame.ts';
import type { ReadyDocument } from './prepare-document.ts';

const ROOM = { width: 390, height: 760 };
const ready = (text: string): ReadyDocument => ({
  root: new DOMParser().parseFromString(`<body><p>${text}</p></body>`, 'text/html').documentElement,
  viewport: ROOM,
});
const loader: DocumentLoader = {
  load: async (index) => ready(`第${index}章`),
  expect: () => undefined,
  addressOf: String,
  stop: () => undefined,
};

function pool() {
  const traits = traitsOf({ writing: 'horizontal', layout: 'pre-paginated', language: 'zh' });
  const on = { made: () => undefined, filled: () => undefined };
  return framePool(document.body, traits, loader, () => ({ room: ROOM, look: defaultLook(ROOM.width) }), on, [], 3);
}

it('reads a document in one task and lays it out in another, so that a tap does not wait for both', async () => {
  const frames = pool();
  const taken = frames.take(4, []);
  const waiting = new Promise<void>((resolve) => setTimeout(resolve));
  for (let step = 0; step < 50; step++) await Promise.resolve();
  expect(frames.held(4)).toBeNull();
  await waiting;
  const frame = await taken;
  expect(frames.held(4)).toBe(frame);
  expect(frame.document.body.textContent).toBe('第4章');
});

it('does not fill a frame with the first document when another one was requested meanwhile', async () => {
  const frames = pool();
  const [one, two, three] = [0, 1, 2].map((index) => frames.take(index, []));
  await Promise.all([one, two, three]);
  const late = frames.take(3, [1, 2]);
  const other = frames.take(4, [1, 2]);
  await expect(late).rejects.toThrow('superseded');
  expect((await other).document.body.textContent).toBe('第4章');
  expect(frames.held(3)).toBeNull();
});

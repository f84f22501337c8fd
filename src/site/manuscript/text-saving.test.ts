// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTOSAVE_MS } from '../../drafts/autosave.ts';
import type { SaveStatus } from '../../drafts/draft-saving.ts';

const server = vi.hoisted(() => ({ sent: [] as { content: string; revision: number }[], conflict: false, mine: true }));
vi.mock('../../api/call.ts', async (original) => {
  const { CallError, ...rest } = await original<typeof import('../../api/call.ts')>();
  return {
    ...rest,
    CallError,
    call: async ({ key }: { key: string }, input: { body: { content: string; revision: number } }) => {
      if (key.startsWith('GET ')) return { content: '服务器的', revision: 9 };
      if (input.body instanceof FormData) return {};
      if (server.conflict && input.body.revision !== 9) throw new CallError(409, '另一处已修改');
      server.sent.push({ content: input.body.content, revision: input.body.revision });
      return { revision: input.body.revision + 1 };
    },
  };
});
vi.mock('../frame/dialogs.ts', () => ({ confirm: async () => server.mine }));
const { textSaving } = await import('./text-saving.ts');

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { sent: [], conflict: false, mine: true });
});
afterEach(() => void vi.useRealTimers());

function opened(write = async (): Promise<void> => undefined) {
  const said: SaveStatus[] = [];
  const shown: string[] = [];
  const kept: object[] = [];
  const text = textSaving(
    { archiveId: 7, content: '旧', revision: 3, recovered: false },
    {
      write: async (draft) => {
        await write();
        kept.push(draft);
      },
      clear: async () => void kept.splice(0),
      onStatus: (status) => void said.push(status),
      onText: (content) => void shown.push(content),
    },
  );
  return { text, said, shown, kept, leave: text.open() };
}

test('#47.5 a text is “on this device” only when the device has it, and on the server after three seconds', async () => {
  const { text, said, kept } = opened();
  text.change('新');
  expect(said).toEqual(['unsaved']);
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect([said.at(-1), kept]).toEqual(['device', [{ content: '新', revision: 3 }]]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([said.at(-1), server.sent, kept]).toEqual(['server', [{ content: '新', revision: 3 }], []]);
});

test('#47.5 a device without room is never called stored', async () => {
  const { text, said } = opened(() => Promise.reject(new Error('no room')));
  text.change('新');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS * 3);
  expect(said).toEqual(['unsaved']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([said.at(-1), server.sent]).toEqual(['server', [{ content: '新', revision: 3 }]]);
});

test('#47.5 a hidden page writes what was typed last at once', async () => {
  const { text, kept } = opened();
  text.change('最后一个字');
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(kept).toEqual([{ content: '最后一个字', revision: 3 }]);
});

test('#47.5 in a conflict the chosen text goes on: the own one over the newer revision, or the one of the server', async () => {
  server.conflict = true;
  const own = opened();
  own.text.change('我的');
  await vi.advanceTimersByTimeAsync(7_000);
  expect([server.sent, own.text.saving.status]).toEqual([[{ content: '我的', revision: 9 }], 'server']);
  server.mine = false;
  server.sent = [];
  const other = opened();
  other.text.change('我的');
  await vi.advanceTimersByTimeAsync(7_000);
  expect([server.sent, other.shown, other.text.content(), other.kept, other.text.saving.status]).toEqual([
    [],
    ['服务器的'],
    '服务器的',
    [],
    'server',
  ]);
});

test('#47.5 leaving sends what the server does not have', async () => {
  const { text, leave } = opened();
  text.change('新');
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sent).toEqual([{ content: '新', revision: 3 }]);
});

// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { ManuscriptVersion } from '../../../contract/manuscript/manuscript-version.ts';
import { VersionLabel } from './version-label.tsx';

const sent = vi.hoisted(() => [] as unknown[]);
vi.mock('../../api/call.ts', () => ({ call: async (endpoint: { key: string }, input: object) => void sent.push([endpoint.key, input]) }));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }));

test('#47.6 a version gets a name and is marked as important', async () => {
  const version = { versionId: 7, versionNo: 3, label: '', pinned: '0' } as ManuscriptVersion;
  const done: string[] = [];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onSave = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    await work();
    done.push(words);
  };
  await act(async () => root.render(<VersionLabel version={version} onSave={onSave} onClose={() => undefined} />));
  const input = document.querySelector<HTMLInputElement>('input[aria-label="版本名称"]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, ' 终审稿 ');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await act(async () => document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')?.click());
  expect(sent).toEqual([['PUT /cms/archive/history/label/{versionId}', { params: { versionId: 7 }, body: { label: '终审稿', pinned: '1' } }]]);
  expect(done).toEqual(['版本名称已保存']);
});

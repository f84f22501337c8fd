// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { ExportFile } from '../../../contract/system/export-file.ts';
import { ExportsPage } from './exports.page.tsx';

vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);

const base = { name: '用户', rows: 0, bytes: 0, reason: '', createTime: '2026-11-29 09:00:00', expiresAt: '' };

test('46.1 shows exports with their state, and downloads one that is ready', async () => {
  const rows: ExportFile[] = [
    { ...base, exportId: 3, state: 'running', rows: 12_000 },
    { ...base, exportId: 2, state: 'ready', rows: 200_000, bytes: 2_097_152, expiresAt: '2026-12-06 09:00:00' },
    { ...base, exportId: 1, state: 'failed', reason: '您已没有导出用户的权限' },
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | Request) => {
    const url = String(address instanceof Request ? address.url : address);
    asked.push(url);
    if (url.endsWith('/info/export/mine')) return Response.json({ code: 200, msg: '操作成功', data: rows });
    return new Response('rows', { headers: { 'content-type': 'application/octet-stream', 'download-filename': 'a.xlsx' } });
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <ExportsPage />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const lines = () => [...place.querySelectorAll('tr[data-row-key]')].map((row) => row.textContent ?? '');
  await vi.waitFor(() => expect(lines()).toHaveLength(3));
  expect(lines()[0]).toContain('正在导出');
  expect(lines()[1]).toMatch(/可以下载.*200,000.*2.MB.*2026-12-06/);
  expect(lines()[2]).toContain('您已没有导出用户的权限');
  const buttons = [...place.querySelectorAll('button')].filter((one) => /下\s*载/.test(one.textContent ?? ''));
  expect(buttons).toHaveLength(1);
  buttons[0]?.click();
  await vi.waitFor(() => expect(click).toHaveBeenCalled());
  expect(asked.at(-1)).toContain('/info/export/2');
});

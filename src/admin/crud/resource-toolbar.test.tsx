// @vitest-environment jsdom
import { App } from 'antd';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { EXPORT_LATER } from '../../../contract/system/export-file.ts';
import { post } from '../../../contract/system/post.ts';
import { resource, type AnyResource } from './resource.ts';
import { ResourceToolbar, type ListHandle } from './resource-toolbar.tsx';

vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

test('46.1 says that a large export is announced by a message, and stops waiting', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | Request, options?: RequestInit) => {
    asked.push(`${String(address instanceof Request ? address.url : address)} ${String(options?.body ?? '')}`);
    return Response.json({ code: 200, msg: EXPORT_LATER });
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const list = {
    tools: { may: () => true, open: () => undefined, act: async () => true, ask: () => undefined, refresh: async () => undefined },
    chosen: [],
    setChosen: () => undefined,
    asked: { postName: '编辑' },
    refetch: async () => undefined,
  } as unknown as ListHandle;
  const columns = { all: [], hidden: new Set<string>(), toggle: () => undefined, density: 'standard' as const, setDensity: () => undefined };
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <App>
      <ResourceToolbar
        resource={resource(post, { columns: ['postName'], empty: '暂无岗位' }) as unknown as AnyResource}
        list={list}
        searching={false}
        onSearching={() => undefined}
        columns={columns}
        views={null}
      />
    </App>,
  );
  const button = () => [...place.querySelectorAll('button')].find((one) => /导\s*出/.test(one.textContent ?? ''));
  await vi.waitFor(() => expect(button()).toBeDefined());
  button()?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain(EXPORT_LATER));
  await vi.waitFor(() => expect(button()?.className).not.toContain('loading'));
  expect(asked).toEqual([`/prod-api/system/post/export postName=${encodeURIComponent('编辑')}`]);
  expect(saved).not.toHaveBeenCalled();
});

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG, type FormField } from '../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry } from '../../../../contract/workflow/form-palette.ts';
import { Canvas } from './canvas.tsx';
import { DesignerContext, DesignerStore } from './designer.store.ts';
import { PropertyPanel } from './property-panel/property-panel.tsx';

const drawn = vi.hoisted(() => ({ items: [] as number[], previews: [] as number[], lines: [] as string[], tabs: [] as string[] }));
vi.mock('antd', async (original) => ({
  ...(await original<typeof import('antd')>()),
  Tabs: ({ items }: { items: readonly { children: ReactNode }[] }) => (drawn.tabs.push('tabs'), items[0]?.children),
}));
vi.mock('./placement.ts', async (original) => {
  const real = await original<typeof import('./placement.ts')>();
  return { ...real, kindName: (field: FormField) => (drawn.items.push(field.formId), real.kindName(field)) };
});
vi.mock('./field-preview.tsx', () => ({ FieldPreview: ({ field }: { field: FormField }) => (drawn.previews.push(field.formId), null) }));
vi.mock('./property-panel/property-line.tsx', () => ({ PropertyLine: ({ label }: { label: string }) => (drawn.lines.push(label), null) }));

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: false, addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

let root: Root;
let store: DesignerStore;
const FIELDS = 60;
const actions = { copy() {}, remove() {}, shift() {}, moveTo() {}, leaveRow() {} };

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  store = new DesignerStore();
  const field = (at: number) => newField(paletteEntry('input')!, { formId: 101 + at, config: DEFAULT_CONFIG, now: 1 });
  store.load({ config: DEFAULT_CONFIG, fields: Array.from({ length: FIELDS }, (_, at) => field(at)) });
});
afterEach(() => act(() => root.unmount()));

async function show(content: ReactNode): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <App>
          <DesignerContext value={store}>{content}</DesignerContext>
        </App>
      </QueryClientProvider>,
    ),
  );
}
async function after(change: () => void) {
  for (const list of Object.values(drawn)) list.length = 0;
  await act(async () => change());
  return { items: new Set(drawn.items), previews: drawn.previews, lines: drawn.lines, tabs: drawn.tabs };
}
const canvas = <Canvas scroller={{ current: null }} actions={actions} onKeyDown={() => undefined} onImport={() => undefined} />;

test('#43 figure: selecting renders the two items concerned and no preview', async () => {
  await show(canvas);
  expect((await after(() => store.select([105]))).items).toEqual(new Set([101, 105]));
  const { items, previews } = await after(() => store.select([150]));
  expect([items, previews]).toEqual([new Set([105, 150]), []]);
  expect((await after(() => store.select([150, 151]))).items).toEqual(new Set([150, 151]));
});

test('#43 figure: a key in the title, and its undo, render one item of the canvas', async () => {
  await show(canvas);
  store.select([105]);
  expect((await after(() => store.edit([105], 'label', '标'))).previews).toEqual([105]);
  expect((await after(() => store.undo())).previews).toEqual([105]);
});

test('#43 figure: a key in the title renders the lines that show it, and not the tabs of the panel', async () => {
  store.select([105]);
  await import('./property-panel/field-settings.tsx');
  await show(<PropertyPanel deployed={false} onLeave={() => undefined} />);
  await vi.waitFor(() => expect(drawn.lines).toContain('标题'));
  // The placeholder follows the title.
  const { lines, tabs } = await after(() => store.edit([105], 'label', '标'));
  expect([lines, tabs]).toEqual([['标题', '占位提示'], []]);
});

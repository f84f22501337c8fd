// @vitest-environment jsdom
import { act, Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { loadable } from './loadable.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

class Boundary extends Component<{ children: ReactNode }> {
  override state: { error: Error | null } = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = (): ReactNode => this.state.error?.message ?? this.props.children;
}

const Page = ({ title }: { title: string }): ReactNode => <h1>{title}</h1>;

function drawn(): { place: HTMLElement; draw: (inside: ReactNode) => Promise<void> } {
  const place = document.createElement('div');
  const root = createRoot(place, { onCaughtError: () => undefined });
  return { place, draw: (inside) => act(async () => root.render(inside)) };
}

test('waits for a loading component, renders it in the same task in which it loads, and renders it at once the next time', async () => {
  let come = (_page: typeof Page): void => undefined;
  const load = vi.fn(() => new Promise<typeof Page>((resolve) => void (come = resolve)));
  const Late = loadable(load, <p>请稍候</p>);
  const { place, draw } = drawn();
  await draw(<Late title="目录" />);
  expect(place.innerHTML).toBe('<p>请稍候</p>');
  await act(async () => come(Page));
  expect(place.innerHTML).toBe('<h1>目录</h1>');
  const other = drawn();
  await other.draw(<Late title="笔记" />);
  expect([other.place.innerHTML, load.mock.calls.length]).toEqual(['<h1>笔记</h1>', 1]);
});

test('throws a failed load to the error boundary and loads again when it is rendered again', async () => {
  const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValueOnce(new Error('没有网络')).mockResolvedValueOnce(Page);
  const Late = loadable(load);
  const { place, draw } = drawn();
  await draw(
    <Boundary key="1">
      <Late title="目录" />
    </Boundary>,
  );
  expect(place.innerHTML).toBe('没有网络');
  await draw(
    <Boundary key="2">
      <Late title="目录" />
    </Boundary>,
  );
  expect(place.innerHTML).toBe('<h1>目录</h1>');
});

test('renders a preloaded component at once, and loads again if the preload failed', async () => {
  const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValueOnce(new Error('没有网络')).mockResolvedValue(Page);
  const Late = loadable(load);
  Late.ahead();
  await Promise.resolve();
  Late.ahead();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  const { place, draw } = drawn();
  await draw(<Late title="目录" />);
  expect([place.innerHTML, load.mock.calls.length]).toEqual(['<h1>目录</h1>', 2]);
});

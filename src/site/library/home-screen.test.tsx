// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { HomeScreenCard } from './home-screen-card.tsx';
import { addsByHand } from './home-screen.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const SAFARI = `${PHONE} Version/18.5 Mobile/15E148 Safari/604.1`;

test('shows the home screen hint in Safari on an iPhone or iPad, not in the installed app and not in other browsers', () => {
  const on = (userAgent: string, standalone?: boolean, maxTouchPoints = 5): boolean =>
    addsByHand({ userAgent, maxTouchPoints, ...(standalone === undefined ? {} : { standalone }) });
  expect([on(SAFARI, false), on(PAD, false)]).toEqual([true, true]);
  expect(on(SAFARI, true)).toBe(false);
  expect(on(PAD, undefined, 0)).toBe(false);
  const others = [
    'CriOS/138.0 Mobile/15E148 Safari/604.1',
    'Version/18.0 EdgiOS/138.0 Mobile/15E148 Safari/605.1.15',
    'Mobile/15E148 MicroMessenger/8.0.60',
  ];
  expect(others.map((end) => on(`${PHONE} ${end}`, false))).toEqual([false, false, false]);
});

test('a dismissed hint stays dismissed', async () => {
  Object.defineProperties(navigator, { userAgent: { value: SAFARI }, standalone: { value: false } });
  const page = document.body.appendChild(document.createElement('div'));
  const visit = async (): Promise<void> => {
    const root = createRoot(page);
    await act(async () => root.render(<HomeScreenCard />));
    shown.push(page.textContent?.includes('把书舟放到主屏幕') ?? false);
    await act(async () => page.querySelector<HTMLElement>('[aria-label="不再提示添加到主屏幕"]')?.click());
    shown.push(page.textContent?.includes('把书舟放到主屏幕') ?? false);
    await act(async () => root.unmount());
  };
  const shown: boolean[] = [];
  await visit();
  await visit();
  expect(shown).toEqual([true, false, false, false]);
});

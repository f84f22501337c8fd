// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  session: { now: { state: 'restoring' } as { state: string; user?: { userId: number } } },
  listeners: [] as ((userId: number | null) => void)[],
}));
vi.mock('../../session/session.store.ts', () => ({
  session: fake.session,
  onPersonChange: (listener: (userId: number | null) => void) => fake.listeners.push(listener),
}));
vi.mock('../../session/current-person.ts', () => ({ currentPerson: () => fake.session.now.user?.userId ?? null }));

const become = (userId: number | null): void => {
  fake.session.now = userId === null ? { state: 'anonymous' } : { state: 'authenticated', user: { userId } };
  for (const listener of fake.listeners) listener(userId);
};
const stored = (owner: string): unknown => JSON.parse(localStorage.getItem(`shuzhou.searches.${owner}`) ?? '[]');

let history: typeof import('./search-history.store.ts');
beforeEach(async () => {
  vi.resetModules();
  localStorage.clear();
  fake.listeners.length = 0;
  fake.session.now = { state: 'restoring' };
  localStorage.setItem('shuzhou.searches.7', '["旧词"]');
  history = await import('./search-history.store.ts');
});

test('#44.12 a term searched before the user is loaded is stored for the user, not for visitors', () => {
  history.rememberSearch('早到的词');
  expect(stored('visitor')).toEqual([]);
  expect(history.searches.words).toEqual(['早到的词']);
  become(7);
  expect(stored('7')).toEqual(['早到的词', '旧词']);
  expect(history.searches.words).toEqual(['早到的词', '旧词']);
});

test('#44.12 a term searched before a session turns out to have ended is stored for nobody', () => {
  history.rememberSearch('早到的词');
  become(null);
  become(7);
  expect(stored('visitor')).toEqual([]);
  expect(stored('7')).toEqual(['旧词']);
});

test('#44.12 clearing the list also drops terms without an owner', () => {
  history.rememberSearch('早到的词');
  history.forgetSearches();
  become(7);
  expect(stored('7')).toEqual(['旧词']);
});

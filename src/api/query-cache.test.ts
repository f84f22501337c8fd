// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { createStore, get } from 'idb-keyval';
import { beforeEach, expect, it, vi } from 'vitest';
import { answersBelongTo, persistQueries } from './query-cache.ts';
import { queryClient } from './query-client.ts';

const MINE = ['GET /info/download/mine', {}] as const;
const PUBLIC = ['GET /cms/publish/queryPublishList', {}] as const;
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
});

it('delivers a query to its observers when the user becomes known during the request', async () => {
  let answer: (words: string) => void = () => undefined;
  const observer = new QueryObserver(queryClient, { queryKey: MINE, queryFn: () => new Promise<string>((resolve) => (answer = resolve)) });
  const heard = new Promise<string>((resolve) => observer.subscribe(({ data }) => data !== undefined && resolve(data)));
  await answersBelongTo(42);
  answer('mine');
  expect(await heard).toBe('mine');
});

it('drops the last user’s answers when the user changes and keeps public ones', async () => {
  await answersBelongTo(42);
  queryClient.setQueryData(MINE, 'of 42');
  queryClient.setQueryData(PUBLIC, 'of all');
  await answersBelongTo(42);
  expect(queryClient.getQueryData(MINE)).toBe('of 42');
  await answersBelongTo(7);
  expect(queryClient.getQueryData(MINE)).toBeUndefined();
  expect(queryClient.getQueryData(PUBLIC)).toBe('of all');
});

it('drops stored answers of an earlier visit with an unknown owner', async () => {
  queryClient.setQueryData(MINE, 'of somebody', { updatedAt: performance.timeOrigin - 1 });
  await answersBelongTo(42);
  expect(queryClient.getQueryData(MINE)).toBeUndefined();
});

it('shows stored answers at a second offline start, after the queries of the first one failed', async () => {
  queryClient.setQueryData(PUBLIC, 'seen');
  const failing = { queryKey: PUBLIC, queryFn: () => Promise.reject(new TypeError('no network')), retry: false, staleTime: 0 };
  await queryClient.fetchQuery(failing).catch(() => undefined);
  expect(queryClient.getQueryState(PUBLIC)).toMatchObject({ status: 'error', data: 'seen' });
  await persistQueries();
  const store = createStore('shuzhou-answers', 'answers');
  await vi.waitFor(async () => expect(await get('answers', store)).toContain('seen'));
  queryClient.clear();
  await persistQueries();
  expect(queryClient.getQueryState(PUBLIC)).toMatchObject({ status: 'success', data: 'seen', error: null });
});

it('does not store what an editor starts from, so that a reload cannot bring back an old draft', async () => {
  const store = createStore('shuzhou-answers', 'answers');
  const draft = ['GET /flowable/definition/draft', { query: { flowKey: 'travel' } }] as const;
  const editor = new QueryObserver(queryClient, { queryKey: draft, queryFn: () => 'drawing before', staleTime: 0, gcTime: 0 });
  const leave = editor.subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.getQueryData(draft)).toBe('drawing before'));
  queryClient.setQueryData(PUBLIC, 'seen beside the editor');
  await persistQueries();
  await vi.waitFor(async () => expect(await get('answers', store)).toContain('seen beside the editor'));
  expect(await get('answers', store)).not.toContain('drawing before');
  leave();
});

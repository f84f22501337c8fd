// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';

const person = vi.hoisted(() => ({ signedIn: false }));
const grant = vi.hoisted(() => ({ answer: async (): Promise<unknown> => ({ entitled: false, trialDocuments: 0 }) }));
const DETAIL = { publishId: 7, kind: 'book', title: '渡口', isFree: false, trialChapters: 0, editionId: 3, chapters: [{ index: 0, isFree: false }] };
vi.mock('../../api/query-client.ts', () => ({ queryClient: { fetchQuery: async () => DETAIL }, queryOf: () => ({ queryKey: [] }) }));
vi.mock('../../downloads/downloads.store.ts', () => ({ downloadedCopy: async () => null, noteVersion: () => false }));
vi.mock('../../downloads/reading-grant.ts', () => ({ forgetGrant: () => {}, forgetGrants: () => {}, holdGrant: () => grant.answer() }));
vi.mock('../../reading-progress/reading-progress.store.ts', () => ({ positionIn: async () => ({ here: null, there: null }) }));
vi.mock('../../reading-progress/position-hints.ts', () => ({ positionHint: () => null }));
vi.mock('../../session/session.store.ts', () => ({
  session: {
    get now() {
      return { state: person.signedIn ? 'authenticated' : 'anonymous' };
    },
  },
}));
vi.mock('./session/announced-position.ts', () => ({ announcedPosition: () => null }));
const { CannotOpen, prepareOpening } = await import('./session/opening.ts');
const { ReaderError } = await import('./reader-states.tsx');

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const spine = ['a', 'b'].map((name, at) => ({ href: `${name}.xhtml`, title: name, level: 1, characters: 9, start: at * 9, linear: true }));
beforeEach(() => {
  person.signedIn = false;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ spine, toc: [], resources: [], characters: 18, layout: 'reflowable' })));
});
const open = () => prepareOpening(7, new URLSearchParams('publishId=7'));

it('#43.14 a work without a free chapter opens as one without a trial, and only for those who have no access', async () => {
  await expect(open()).rejects.toMatchObject({ why: 'no-trial' });
  person.signedIn = true;
  await expect(open()).rejects.toMatchObject({ why: 'no-trial' });
  grant.answer = async () => ({ entitled: true, trialDocuments: 0 });
  expect((await open()).limit).toBe(2);
  // Without an answer nobody knows that the user has no access.
  const late = new Error('late');
  grant.answer = () => Promise.reject(late);
  await expect(open()).rejects.toBe(late);
  expect(new CannotOpen('no-trial').why).toBe('no-trial');
});

it('#43.14 the page of a work without a trial leads to its detail, and an anonymous visitor to sign-in and back', async () => {
  history.replaceState(null, '', '/cms/main/epubRead?publishId=7');
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = async (): Promise<void> => {
    await act(async () =>
      root.render(
        <MemoryRouter>
          <ReaderError publishId={7} why="no-trial" error={null} retry={() => {}} />
        </MemoryRouter>,
      ),
    );
  };
  const links = () => [...place.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]);
  await show();
  expect(place.querySelector('h2')?.textContent).toBe('这本书没有试读');
  expect(links()).toEqual([
    ['看看介绍', '/cms/main/bookDetail/7'],
    ['登录', `/cmsLogin?redirect=${encodeURIComponent('/cms/main/epubRead?publishId=7')}`],
  ]);
  person.signedIn = true;
  await show();
  expect(links()[1]).toEqual(['去书架', '/personalCenter/favorite']);
});

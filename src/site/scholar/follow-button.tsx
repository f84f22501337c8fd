import { loadable } from '../../loading/loadable.ts';

/** The button that follows a scholar, loaded after the page; its place is kept. */
export const FollowButton = loadable(
  async () => (await import('./follow-action.tsx')).FollowAction,
  <span className="button button-line" style={{ visibility: 'hidden' }}>
    关注
  </span>,
);

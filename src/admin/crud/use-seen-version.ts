import { useState } from 'react';

/**
 * The version of a row on which an edit is based. The row is refetched whenever the window regains focus: what another user
 * saved meanwhile was not seen by this user and must not be overwritten silently. `kept` is the version of a restored draft.
 * The second value accepts the version of this user's own write in between.
 */
export function useSeenVersion(version: number | undefined, dirty: boolean, kept?: number): readonly [number | undefined, (made: number) => void] {
  const [seen, setSeen] = useState(kept);
  if (version !== undefined && version !== seen && (!dirty || seen === undefined)) setSeen(version);
  return [seen, (made) => setSeen((before) => (before !== undefined && made === before + 1 ? made : before))];
}

import { useState } from 'react';

/**
 * The version of a row that somebody's writing began from. A row is read anew whenever the window is come back to: what
 * another saved meanwhile was not seen, and must not be written over as if it had been. `kept` is of a draft that was
 * put back. The second value takes the version of a write of one's own in between.
 */
export function useSeenVersion(version: number | undefined, dirty: boolean, kept?: number): readonly [number | undefined, (made: number) => void] {
  const [seen, setSeen] = useState(kept);
  if (version !== undefined && version !== seen && (!dirty || seen === undefined)) setSeen(version);
  return [seen, (made) => setSeen((before) => (before !== undefined && made === before + 1 ? made : before))];
}

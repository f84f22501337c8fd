import { useEffect } from 'react';
import type { BrowseTarget } from '../../contract/library/browse.ts';

/**
 * Records that the page of a work, a notice or an article was looked at, and for how long. Null until its content is shown. A failure
 * is not reported: the page works without its record. The recorder loads after the page.
 */
export function useBrowseRecord(targetType: BrowseTarget, targetId: number | null): void {
  useEffect(() => {
    if (targetId === null) return;
    let stop: (() => void) | null = null;
    let left = false;
    void import('./browse-recorder.ts').then(
      ({ recordLook }) => {
        if (!left) stop = recordLook(targetType, targetId);
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [targetType, targetId]);
}

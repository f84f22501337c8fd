import { useEffect, useRef } from 'react';
import type { Progressing } from '../../downloads/download-queue.ts';
import { toast } from '../frame/dialogs.ts';

/** Where there is no room to write it down, what stopped a download is said when it stops. */
export function useFailureToast(item: Pick<Progressing, 'state' | 'reason'> | undefined): void {
  const { state, reason } = item ?? {};
  const before = useRef(state);
  useEffect(() => {
    if (state === 'failed' && reason && before.current !== undefined && before.current !== 'failed') void toast(reason);
    before.current = state;
  }, [state, reason]);
}

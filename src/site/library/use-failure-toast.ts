import { useEffect, useRef } from 'react';
import type { Progressing } from '../../downloads/download-queue.ts';
import { toast } from '../frame/dialogs.ts';

/** Shows a toast when a download stops because the storage has no room to record the reason. */
export function useFailureToast(item: Pick<Progressing, 'state' | 'reason'> | undefined): void {
  const { state, reason } = item ?? {};
  const before = useRef(state);
  useEffect(() => {
    if (state === 'failed' && reason && before.current !== undefined && before.current !== 'failed') void toast(reason);
    before.current = state;
  }, [state, reason]);
}

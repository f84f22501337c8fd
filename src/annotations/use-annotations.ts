import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { annotations, openAnnotations } from './annotations.store.ts';

/** Rerenders whenever the user's notes change; returns true once they are loaded. */
export function useAnnotations(): boolean {
  const { ready, changed } = useSnapshot(annotations);
  useEffect(() => void openAnnotations(), []);
  return ready && changed >= 0;
}

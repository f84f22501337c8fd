import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { annotations, openAnnotations } from '../../../annotations/annotations.store.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { marksIn } from '../../../annotations/marks.ts';

/** Rerenders whenever the user's notes change; returns true once they are loaded. */
export function useAnnotations(): boolean {
  const { ready, changed } = useSnapshot(annotations);
  useEffect(() => void openAnnotations(), []);
  return ready && changed >= 0;
}

export function useMarks(publishId: number): StoredMark[] {
  useAnnotations();
  return marksIn(publishId);
}

import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { annotations, openAnnotations } from '../../annotations/annotations.store.ts';
import type { StoredMark } from '../../annotations/annotation-record.ts';
import { marksIn } from '../../annotations/marks.ts';

/** Draws again whenever something this person wrote is another; true once it is known what he wrote. */
export function useAnnotations(): boolean {
  const { ready, changed } = useSnapshot(annotations);
  useEffect(() => void openAnnotations(), []);
  return ready && changed >= 0;
}

export function useMarks(publishId: number): StoredMark[] {
  useAnnotations();
  return marksIn(publishId);
}

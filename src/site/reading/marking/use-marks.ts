import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { marksIn } from '../../../annotations/marks.ts';
import { useAnnotations } from '../../../annotations/use-annotations.ts';

export function useMarks(publishId: number): StoredMark[] {
  useAnnotations();
  return marksIn(publishId);
}

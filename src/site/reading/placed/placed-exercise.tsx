import { useQuery } from '@tanstack/react-query';
import { Practice } from '../../../practice/practice.tsx';
import { loadSet } from '../../../practice/practice-source.ts';
import { Skeleton } from '../../frame/skeleton.tsx';
import { Failed } from '../../frame/state.tsx';
import type { Opening } from '../session/opening.ts';
import { ChapterEnd } from './chapter-end.tsx';

interface Props {
  setId: number;
  documentIndex: number;
  opening: Opening;
}

/** An exercise beside the page. */
export function PlacedExercise({ setId, documentIndex, opening: { card, editionId, kept } }: Props) {
  const { publishId } = card;
  const copy = kept ? { publishId, editionId } : undefined;
  const set = useQuery({ queryKey: ['exercise', setId, editionId], queryFn: () => loadSet(setId, copy), retry: false });
  if (set.isError) return <Failed error={set.error} retry={() => void set.refetch()} />;
  if (!set.data)
    return (
      <div className="practice" aria-busy="true">
        <Skeleton height={24} />
        <Skeleton height={160} top={16} />
      </div>
    );
  return <Practice key={setId} set={set.data} {...(copy ? { copy } : {})} end={<ChapterEnd publishId={publishId} documentIndex={documentIndex} />} />;
}

import type { ScholarCard } from '../../../contract/scholar/public-scholar.ts';

export const placeOf = (one: Pick<ScholarCard, 'dynasty' | 'collegeName' | 'title'>): string =>
  [one.dynasty, [one.collegeName, one.title].filter(Boolean).join(' ')].filter(Boolean).join(' · ');

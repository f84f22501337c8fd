const ADDRESS = { 1: '/preliminary', other: '/personReview' } as const;

/** Address of a task: #50 for round 1, #51 for the others. */
export function taskPath(place: {
  contestId: number;
  roundType: number;
  submitId?: number | null;
  calibration?: boolean;
  contestTitle: string;
}): string {
  const query = new URLSearchParams({ contestId: String(place.contestId), roundType: String(place.roundType) });
  if (place.submitId) query.set('submitId', String(place.submitId));
  if (place.calibration) query.set('calibration', '1');
  if (place.roundType !== 1) query.set('contestTitle', place.contestTitle);
  return `${place.roundType === 1 ? ADDRESS[1] : ADDRESS.other}?${query}`;
}

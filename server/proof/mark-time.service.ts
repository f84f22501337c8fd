import { workFiles } from '../../contract/manuscript/work-files.ts';
import type { Tx } from '../db/database.ts';
import { invalid } from '../http/app-error.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { existingMaster } from '../media/master/master-track.service.ts';

/** The place of a mark in time. */
export interface MarkTime {
  readonly page: number;
  readonly trackId: number | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/**
 * Returns the place of a mark as it is stored: in a recording or film its part, its time and the number of the part as page; in a work with pages the page
 * alone. Throws when the part is of another work, or the time is outside the part.
 */
export async function placedInTime(tx: Tx, archiveId: number, { page, trackId, startMs, endMs }: MarkTime): Promise<MarkTime> {
  const { parts } = workFiles((await manuscriptIn(tx, archiveId)).kind);
  if (!parts) return { page, trackId: null, startMs: null, endMs: null };
  if (trackId === null || startMs === null) throw invalid(`请选择${parts.name}和时间`);
  const track = await existingMaster(tx, trackId);
  if (track.archiveId !== archiveId) throw invalid(`这一${parts.unit}不属于这部作品，请刷新后重试`);
  if (startMs > track.durationMs || (endMs ?? 0) > track.durationMs) throw invalid(`时间超出了这一${parts.unit}的长度`);
  if (endMs !== null && endMs <= startMs) throw invalid('结束时间须晚于开始时间');
  return { page: track.orderNum, trackId, startMs, endMs };
}

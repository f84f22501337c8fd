import { DAY_MS } from '../../../contract/clock.ts';
import type { Element } from './element.ts';
import type { TimerSpec } from './flow-graph.ts';

const DURATION = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/;
const UNITS_MS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1_000] as const;

/** Returns when the timer of an event definition is due, or null when it cannot be read. Cycles are not supported. */
export function timerOf(event: Element): TimerSpec | null {
  const body = (name: string): string => {
    const value = (event[name] as Element | undefined)?.['body'];
    return typeof value === 'string' ? value.trim() : '';
  };
  const duration = body('timeDuration');
  return timerIn(duration === '' ? body('timeDate') : duration);
}

/** A duration or a moment; a moment without a zone is in China time, as everywhere in the product. */
export function timerIn(text: string): TimerSpec | null {
  const after = durationOf(text);
  if (after !== null) return { after };
  const at =
    text === '' ? Number.NaN : Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.includes('T') ? text : `${text}T00:00:00`}+08:00`);
  return Number.isNaN(at) ? null : { at };
}

/** Milliseconds of an ISO 8601 duration; a month is 30 days and a year 365. */
export function durationOf(text: string): number | null {
  const found = DURATION.exec(text);
  if (!found || /[PT]$/.test(text)) return null;
  return UNITS_MS.reduce((sum, unit, index) => sum + unit * Number(found[index + 1] ?? 0), 0);
}

import type { Measure } from '../../contract/report/report.ts';
import { wireDate } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** A number of today on the workbench, which opens the list behind it. */
export interface TodayFigure {
  readonly key: string;
  readonly label: string;
  readonly permission: string;
  readonly unit: string;
  readonly measure: Measure;
  /** `day` is today, `yyyy-MM-dd`. */
  readonly value: (db: Database, day: string) => Promise<number>;
  readonly link: (day: string) => string;
}

const figures: TodayFigure[] = [];

/** Registers the numbers of the areas. */
export function registerTodayFigures(list: readonly TodayFigure[]): void {
  for (const figure of list) {
    if (figures.some(({ key }) => key === figure.key)) throw new Error(`the number ${figure.key} of the workbench is registered twice`);
    figures.push(figure);
  }
}

/** The numbers of today that a user may see. */
export const todayFor = async (db: Database, currentUser: CurrentUser, now: number) => {
  const day = wireDate(now);
  return Promise.all(
    figures
      .filter(({ permission }) => hasPermission(currentUser, permission))
      .map(async ({ key, label, unit, measure, value, link }) => ({ key, label, unit, measure, value: await value(db, day), link: link(day) })),
  );
};

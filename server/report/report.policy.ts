import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import type { ReportSource } from './report-source.service.ts';

type Viewer = Pick<CurrentUser, 'permissions'>;

/** Who sees the tab of a report, its figures, rows, files and mails. */
export const readsReport = (source: Pick<ReportSource, 'permission'>, viewer: Viewer): boolean => hasPermission(viewer, source.permission);

/** Who sees a subscription: its owner and its recipients. */
export const seesSubscription = (row: { readonly ownerId: number; readonly recipientIds: readonly number[] }, userId: number): boolean =>
  row.ownerId === userId || row.recipientIds.includes(userId);

/** Who pauses, resumes and removes a subscription. */
export const changesSubscription = (row: { readonly ownerId: number }, userId: number): boolean => row.ownerId === userId;

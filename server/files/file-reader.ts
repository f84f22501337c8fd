import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';

export interface UploadedFile {
  readonly id: number;
  readonly fileName: string;
  readonly ownerId: number;
}

/** Whether a user may read a file because of a record that contains it. The owner and public files are decided before. */
export type FileReader = (context: AppContext, currentUser: CurrentUser, file: UploadedFile) => Promise<boolean>;

const readers: FileReader[] = [];

export function registerFileReaders(list: readonly FileReader[]): void {
  readers.push(...list);
}

export async function mayReadByRecord(context: AppContext, currentUser: CurrentUser, file: UploadedFile): Promise<boolean> {
  for (const reader of readers) if (await reader(context, currentUser, file)) return true;
  return false;
}

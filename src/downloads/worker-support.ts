let refused = false;

/** What became of the registration: only a line that broke is no refusal. */
export const noteWorkerFailed = (error: unknown): void => void (refused = error instanceof DOMException && error.name !== 'AbortError');

/** Without a worker nothing opens a copy, and nothing at all opens without a network: some private windows have none, and a person may forbid them. */
export const isWorkerBlocked = (): boolean => !import.meta.env.DEV && (refused || !('serviceWorker' in navigator));

/** The house has called its worker back for now: its pages say so. What is kept stays for the day it returns. */
export const cannotStore = (): boolean => globalThis.document?.documentElement?.dataset['keeps'] !== undefined;
export const CANNOT_STORE = '书舟暂时停用了下载，联网时照常可读';

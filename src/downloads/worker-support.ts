let refused = false;

/** Records the result of the registration: a network failure does not mean that workers are blocked. */
export const noteWorkerFailed = (error: unknown): void => void (refused = error instanceof DOMException && error.name !== 'AbortError');

/** Without a worker no copy can be opened offline: some private windows have no workers, and users can block them. */
export const isWorkerBlocked = (): boolean => !import.meta.env.DEV && (refused || !('serviceWorker' in navigator));

/** The server has withdrawn its worker for now, marked in its pages. Downloads are kept until it returns. */
export const cannotStore = (): boolean => globalThis.document?.documentElement?.dataset['keeps'] !== undefined;
export const CANNOT_STORE = '书舟暂时停用了下载，联网时照常可读';

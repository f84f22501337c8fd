/** Names the users with encrypted data, read without opening the database. */
const FLAG = 'shuzhou.unsent';

export function sealedUsers(): number[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(FLAG) ?? '[]');
    return Array.isArray(list) ? list.filter((one): one is number => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

export function writeSealedUsers(users: readonly number[]): void {
  try {
    if (users.length === 0) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, JSON.stringify(users));
  } catch {
    // Blocked storage has no sealed data either.
  }
}

/** The user who is signing out: when the page is left before the data is cleared, the next start clears it. */
const LEAVING = 'shuzhou.leaving';

export function writeLeaving(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(LEAVING);
    else localStorage.setItem(LEAVING, String(userId));
  } catch {
    // Blocked storage has no data either.
  }
}

export function leavingUser(): number | null {
  try {
    return Number(localStorage.getItem(LEAVING)) || null;
  } catch {
    return null;
  }
}

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

import type { Database, Tx } from '../../db/database.ts';

/** Business of a person that must end before the account is closed. An area lists its kinds in its manifest. */
export interface ClosingBlock {
  /** Words such as `稿件`. */
  readonly label: string;
  /** Titles with what is open. */
  readonly items: (db: Database | Tx, userId: number) => Promise<readonly string[]>;
}

const kinds: ClosingBlock[] = [];

/** Registers the kinds of the areas. Called once, while modules load. */
export const registerClosingBlocks = (list: readonly ClosingBlock[]): void => void kinds.push(...list);

const SHOWN = 5;

/** One line for each kind that is open, such as `稿件：《桥》（初审中）`. */
export async function closingBlocksOf(db: Database | Tx, userId: number): Promise<string[]> {
  const lines: string[] = [];
  for (const { label, items } of kinds) {
    const found = await items(db, userId);
    if (found.length > 0) lines.push(`${label}：${found.slice(0, SHOWN).join('、')}${found.length > SHOWN ? `等${found.length}项` : ''}`);
  }
  return lines;
}

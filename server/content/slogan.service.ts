import { slogan } from '../../contract/content/slogan.ts';
import { sloganMachine } from '../../contract/content/slogan.machine.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import { publishedAt } from '../state-machine/release.ts';
import { checkDates, releasedList, type ListedRow } from './released-list.ts';

interface SloganRow extends ListedRow {
  readonly content: string;
  readonly source: string;
}

const { parts, stateOf, rejectionsOf, fire, sort } = releasedList<SloganRow>({
  machine: sloganMachine,
  table: 'slogan',
  log: '标语',
  subject: (row) => `标语“${row.content}”`,
  content: (row) => row.content,
  approved: ['content', 'source'],
});

export { fire as handleSloganEvent, sort as sortSlogansOf };

export const slogans = crudService(slogan, {
  ...parts,
  unique: { content: '这个位置已有相同的标语' },
  within: ['position'],
  check: async (_tx, { draft }) => checkDates(draft),
  async show(db, rows) {
    const rejections = await rejectionsOf(db, rows);
    return rows.map((row) => ({ state: stateOf(row), rejectNote: rejections.get(row.id) ?? '' }));
  },
});

export async function liveSlogans(context: AppContext, position: string) {
  const rows = await context.db
    .selectFrom('slogan')
    .select(['id', 'content', 'source'])
    .where('position', '=', position)
    .where(publishedAt(Date.now()))
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
  return rows.map(({ id, content, source }) => ({ sloganId: id, content, source }));
}

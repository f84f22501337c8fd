import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';
import type { Tables } from '../tables.ts';

/** Months whose tax is declared, and the residence by which each line was taxed. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  await create('taxMonth', {
    month: 'text',
    taxFen: 'number',
    declaredBy: 'number',
    declaredAt: 'number',
  });
  await unique('taxMonthOnce', 'taxMonth', ['month']);
  await extend('earning', { taxResidence: '=resident' });
  await index('earningTaxMonth', 'earning', ['taxMonth', 'userId']);
  const filled = db as unknown as Kysely<Tables>;
  await filled
    .updateTable('earning')
    .set({ taxResidence: 'foreign' })
    .where('userId', 'in', (eb) => eb.selectFrom('payee').select('payee.userId').where('payee.taxResidence', '=', 'foreign'))
    .execute();
}

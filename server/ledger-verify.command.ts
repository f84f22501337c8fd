import { openDatabase } from './db/database.ts';
import { verifyEarnings } from './earnings/verify.service.ts';
import { readSettings } from './settings.ts';
import { verifyMoney } from './commerce/verify.service.ts';

/** `npm run ledger:verify`: compares the books with orders, refunds, rights, earnings and withdrawals; exits with 1 and the differences when they disagree. */
const db = openDatabase(readSettings(process.env));
// One snapshot: the check reads table after table, and payments go on while it runs.
const faults = await db
  .transaction()
  .setIsolationLevel('repeatable read')
  .execute(async (tx) => [...(await verifyMoney(tx)), ...(await verifyEarnings(tx))]);
await db.destroy();
for (const line of faults) console.log(line);
console.log(faults.length === 0 ? '账目核对无误' : `账目有${faults.length}处不符`);
process.exit(faults.length === 0 ? 0 : 1);

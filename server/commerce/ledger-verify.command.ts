import { openDatabase } from '../db/database.ts';
import { verifyEarnings } from '../earnings/verify.service.ts';
import { readSettings } from '../settings.ts';
import { verifyMoney } from './verify.service.ts';

/** `npm run ledger:verify`: compares the books with orders, refunds, rights, earnings and withdrawals; exits with 1 and the differences when they disagree. */
const db = openDatabase(readSettings(process.env));
const faults = [...(await verifyMoney(db)), ...(await verifyEarnings(db))];
await db.destroy();
for (const line of faults) console.log(line);
console.log(faults.length === 0 ? '账目核对无误' : `账目有${faults.length}处不符`);
process.exit(faults.length === 0 ? 0 : 1);

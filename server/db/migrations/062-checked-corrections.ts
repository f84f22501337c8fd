import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Where an adopted mark of a proof is settled: in the text, and on the paper of a later proof. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('proofMark', {
    // Why the correction could not be written into the text; empty before it was tried.
    textReason: 'empty',
    // Who confirmed that the text has it; null when the server wrote it.
    textBy: 'number?',
    // Number of the proof on which it was found, by whom and when.
    checkedProofNo: 'number?',
    checkedBy: 'number?',
    checkedAt: 'number?',
  });
  // A printed work cannot get another proof. Its text is still checked before the next edition.
  await sql`update proof_mark set checked_proof_no = (select max(composition.proof_no) from composition where composition.archive_id = proof_mark.archive_id)
    where fate = 'adopted' and archive_id in (select archive_id from composition where status = 'released')`.execute(db);
}

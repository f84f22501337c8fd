import type { Generated } from 'kysely';
import type { AmendmentState } from '../../../contract/protocol/amendment.machine.ts';
import type { ProtocolState } from '../../../contract/protocol/protocol.machine.ts';
import type { Base } from '../base-columns.ts';

export interface ProtocolTable extends Base {
  id: Generated<number>;
  protocolNo: Generated<string>;
  archiveId: number;
  partyA: Generated<string>;
  partyB: Generated<string>;
  signType: Generated<string>;
  rights: Generated<string>;
  region: Generated<string>;
  language: Generated<string>;
  termYears: Generated<number>;
  startDate: Generated<string>;
  endDate: Generated<string>;
  deliverDate: Generated<string>;
  planWordCount: Generated<number>;
  payMode: Generated<string>;
  royaltyBp: Generated<number>;
  royaltyBase: Generated<string>;
  basePerThousandFen: Generated<number>;
  lumpFen: Generated<number>;
  prepayBp: Generated<number>;
  minCopies: Generated<number>;
  digitalShareBp: Generated<number>;
  sampleBooks: Generated<number>;
  authorDiscountBp: Generated<number>;
  /** JSON list of the user ids of party A. */
  signers: Generated<string>;
  extraTerms: Generated<string>;
  signedByB: number | null;
  signerB: number | null;
  dissolutionFileId: number | null;
  /** The warning before the end that has been sent: 90 or 30. */
  remindedDays: number | null;
  /** The template that the agreement had when it was sent for the check; empty: the document of the program. */
  templateKey: Generated<string>;
  status: Generated<ProtocolState>;
}

/** A supplement to an effective agreement; it is effective after all signatures. */
export interface ProtocolAmendmentTable extends Base {
  id: Generated<number>;
  protocolId: number;
  amendNo: number;
  content: string;
  /** JSON of `TermsBody` when the amendment changes the terms; empty otherwise. */
  terms: Generated<string>;
  status: Generated<AmendmentState>;
  signedByB: number | null;
  signerB: number | null;
}

export interface ProtocolTables {
  protocolAmendment: ProtocolAmendmentTable;
  amendmentSignature: { amendmentId: number; userId: number; at: number };
  protocol: ProtocolTable;
  protocolSignature: { protocolId: number; userId: number; signedAt: number };
}

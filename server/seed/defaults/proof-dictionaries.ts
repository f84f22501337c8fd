import { authorProofMachine } from '../../../contract/proof/author-proof.machine.ts';
import { ERROR_RULES } from '../../../contract/proof/error-rate.ts';
import { FATE_NAMES, MARK_SOURCE_NAMES, proofMachine, STAGE_NAMES } from '../../../contract/proof/proof.machine.ts';
import { CHECK_KIND_NAMES } from '../../../contract/proof/quality-check.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const PROOF_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['press_proofread_status', '校对状态', statesOf(proofMachine)],
  ['press_author_proof_status', '作者校样状态', statesOf(authorProofMachine)],
  ['press_proofread_stage', '校次', Object.entries(STAGE_NAMES)],
  ['press_proof_error_kind', '差错类型', [...ERROR_RULES.map(({ kind, label }) => [kind, label] as const), ['query', '疑问'] as const]],
  ['press_proof_mark_fate', '记号处理', Object.entries(FATE_NAMES)],
  ['press_proof_mark_source', '记号来源', Object.entries(MARK_SOURCE_NAMES)],
  ['press_quality_check_kind', '质量检查种类', Object.entries(CHECK_KIND_NAMES)],
];

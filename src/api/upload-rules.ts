import { useQuery } from '@tanstack/react-query';
import { DEFAULT_UPLOAD_RULES, uploadRules, type UploadRules } from '../../contract/system/upload-rules.ts';
import { queryOf } from './query-client.ts';

/** Returns what the administrator allows to upload; the defaults until the answer arrives. The server checks again. */
export function useUploadRules(): UploadRules {
  return useQuery({ ...queryOf(uploadRules, {}), staleTime: 60_000 }).data ?? DEFAULT_UPLOAD_RULES;
}

/** The value of `accept` of a file input. */
export const acceptOf = (kinds: readonly string[]): string => kinds.map((kind) => `.${kind}`).join();

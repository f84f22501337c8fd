import type { DataOf } from '../../../contract/endpoint.ts';
import type { saveDefinition } from '../../../contract/workflow/flow-definition.ts';

type Answer = DataOf<typeof saveDefinition>;

/** Returns the deployed version of an answer. The answer also has a message, and the client unwraps `data` when it is there. */
export const deployedVersion = (answer: Answer): Answer['data'] => answer.data ?? (answer as unknown as Answer['data']);

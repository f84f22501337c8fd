/** A step that the definition does not allow: no condition holds, or the nodes repeat without a task. The message is for users. */
export class FlowStepError extends Error {}

/** Actions that move money, decide about people, or show their documents. A wildcard never grants them. */
const SENSITIVE_ACTIONS: ReadonlySet<string> = new Set(['audit', 'approve', 'pay', 'refund', 'confirm', 'realName', 'document', 'recall']);

/** Exports of spreadsheets with personal data. A wildcard never grants them either. */
export const PERSONAL_EXPORTS: ReadonlySet<string> = new Set([
  'author:author:export',
  'earnings:tax:export',
  'monitor:logininfor:export',
  'monitor:operlog:export',
  'structure:college:export',
  'structure:group:export',
  'structure:press:export',
  'structure:professor:export',
  'structure:scholar:export',
  'system:account:export',
  'system:feedback:export',
  'system:user:export',
]);

/** Returns whether a role gets the permission only when its grants write the action out. */
export const isSensitive = (permission: string): boolean => SENSITIVE_ACTIONS.has(permission.split(':')[2] ?? '') || PERSONAL_EXPORTS.has(permission);

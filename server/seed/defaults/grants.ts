/** Staff start flows and handle their tasks; the server checks in addition what a task has to do with the user. */
const FLOWS = ['flowable:task:*'] as const;

/**
 * The initial permissions of each role, from the matrix of roles and areas; `*` means any entity or
 * any action. The super administrator needs none.
 */
export const GRANTS: Readonly<Record<string, readonly string[]>> = {
  system_admin: ['system:*:*', 'cms:comment:list', 'monitor:*:*', 'tool:*:*', 'flowable:*:*', 'structure:*:*', 'recycle:*:*', 'program:*:list', 'program:*:query'],
  works_admin: [
    ...FLOWS,
    'publish:publication:*',
    'publish:erratum:*',
    'publish:audio:*',
    'structure:*:list',
    'structure:*:query',
    'structure:applyForLog:audit',
    'structure:applyForLog:document',
    'program:*:*',
    'system:notice:list',
    'system:notice:query',
    'cms:content:audit',
    'cms:comment:list',
    'recycle:publication:*',
    'recycle:content:list',
  ],
  archivist: [...FLOWS, 'publish:publication:*', 'publish:erratum:*', 'publish:audio:*', 'recycle:*:*'],
  ops_admin: [
    ...FLOWS,
    'publish:publication:list',
    'publish:publication:query',
    'publish:publication:delist',
    'publish:erratum:*',
    'publish:audio:list',
    'publish:audio:query',
    'structure:*:list',
    'structure:*:query',
    'program:*:*',
    'system:notice:*',
    'cms:content:audit',
    'cms:comment:*',
    'cms:sensitiveWord:*',
    'cms:penalty:*',
    'system:problem:*',
    'system:feedback:*',
    'system:area:*',
    'recycle:content:*',
  ],
  tally_admin: [...FLOWS, 'publish:publication:list', 'publish:publication:query'],
  press_manager: [...FLOWS, 'structure:*:*'],
  chief_editor: [...FLOWS, 'structure:*:list', 'structure:*:query'],
  section_editor: [...FLOWS, 'structure:*:list', 'structure:*:query'],
  invoice: FLOWS,
  editor: FLOWS,
  proofreader: FLOWS,
  typesetter: FLOWS,
  journal_chief: FLOWS,
  journal_editor: FLOWS,
};

/**
 * The initial permissions of each role, from the matrix of roles and areas; `*` means any entity or
 * any action. The super administrator needs none.
 */
export const GRANTS: Readonly<Record<string, readonly string[]>> = {
  system_admin: ['system:*:*', 'monitor:*:*', 'tool:*:*', 'structure:*:*', 'recycle:*:*', 'program:*:list', 'program:*:query'],
  works_admin: [
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
    'recycle:publication:*',
    'recycle:content:list',
  ],
  archivist: ['publish:publication:*', 'publish:erratum:*', 'publish:audio:*', 'recycle:*:*'],
  ops_admin: [
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
    'system:problem:*',
    'system:feedback:*',
    'system:area:*',
    'recycle:content:*',
  ],
  tally_admin: ['publish:publication:list', 'publish:publication:query'],
  press_manager: ['structure:*:*'],
  chief_editor: ['structure:*:list', 'structure:*:query'],
  section_editor: ['structure:*:list', 'structure:*:query'],
};

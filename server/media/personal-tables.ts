import { erase, keep, PUBLISHED, SERVER, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const mediaPersonalTables: readonly PersonalTable[] = [
  erase('mediaPlace', '听看到的位置', ['publicationId', 'positionMs', 'updateTime']),
  keep('media', 'userId', PUBLISHED),
  keep('masterTrack', 'userId', WORKFLOW),
  keep('mediaStream', null, SERVER),
];

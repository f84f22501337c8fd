import { anonymise, erase, PASSAGE, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const annotationPersonalTables: readonly PersonalTable[] = [
  erase('annotation', '笔记', [...PASSAGE, 'note', 'type', 'colour']),
  erase('word', '生词', [...PASSAGE, 'sentence', 'meaning', 'reviews']),
  erase('syncCounter'),
  anonymise('erratum', { deviceId: '', device: '' }, '勘误', [...PASSAGE, 'wrong', 'status', 'reply']),
];

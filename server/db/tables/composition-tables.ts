import type { Generated } from 'kysely';
import type { CompositionState } from '../../../contract/composition/composition.machine.ts';
import type { IsbnState } from '../../../contract/composition/isbn.machine.ts';
import type { Base } from '../base-columns.ts';

export interface CompositionTable extends Base {
  id: Generated<number>;
  archiveId: number;
  part: Generated<string>;
  typesetterId: number | null;
  /** Trimmed size in millimetres: 185×260. */
  format: Generated<string>;
  /** 开数: pages of one print sheet. */
  sheetPages: Generated<number>;
  charsPerLine: Generated<number>;
  linesPerPage: Generated<number>;
  pages: Generated<number>;
  fontFamily: Generated<string>;
  fontSizePt: Generated<string>;
  requirements: Generated<string>;
  proofNo: Generated<number>;
  /** Files of the manuscript: the newest proof, the one that was delivered last, the final one, and the EPUB. */
  proofFileId: number | null;
  deliveredFileId: number | null;
  deliveredAt: number | null;
  finalFileId: number | null;
  epubFileId: number | null;
  queuedFileId: number | null;
  /** JSON of how the EPUB is made, see `contract/composition/epub-recipe.ts`; empty before the first one. */
  epubRecipe: Generated<string>;
  /** JSON of the values of the CIP application that the editor changed, see `contract/composition/cip-form.ts`; empty before that. */
  cipForm: Generated<string>;
  binding: Generated<string>;
  printRun: Generated<number>;
  priceFen: Generated<number>;
  /** Time of the last change of the master of a work that is heard or seen; 0 before the first. */
  masterAt: Generated<number>;
  sentAt: number | null;
  sentBy: number | null;
  dueAt: number | null;
  releasedAt: number | null;
  releasedBy: number | null;
  status: Generated<CompositionState>;
}

export interface NumberPoolTable extends Base {
  id: Generated<number>;
  isbn: string;
  batch: Generated<string>;
  status: Generated<IsbnState>;
  archiveId: number | null;
  publicationId: number | null;
  cipNo: Generated<string>;
}

export interface CompositionTables {
  composition: CompositionTable;
  numberPool: NumberPoolTable;
}

import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface ScholarTable extends Base {
  id: Generated<number>;
  userId: number | null;
  scholarName: string;
  namePinyin: Generated<string>;
  /** Pinyin of the surname, with tones. */
  surnameReading: Generated<string>;
  /** A to Z, or `#`. */
  initial: Generated<string>;
  /** Reading without tones: the order of a list by name. */
  sortKey: Generated<string>;
  /** All names in the form that searches compare, one on each line. */
  searchText: Generated<string>;
  /** The scholar that this one was merged into. */
  mergedInto: Generated<number | null>;
  avatar: Generated<string>;
  dynasty: Generated<string>;
  collegeId: number | null;
  title: Generated<string>;
  researchField: Generated<string>;
  discipline: Generated<string>;
  intro: Generated<string>;
  achievements: Generated<string>;
  homepage: Generated<string>;
  recommend: Generated<'0' | '1'>;
  orderNum: Generated<number>;
  status: Generated<string>;
  viewNum: Generated<number>;
}

export interface ScholarAliasTable {
  id: Generated<number>;
  scholarId: number;
  name: string;
  kind: string;
  yearFrom: Generated<string>;
  yearTo: Generated<string>;
  orderNum: Generated<number>;
  /** Added by this merge, and removed when it is undone. */
  mergeId: number | null;
}

export interface ScholarWorksTable extends Base {
  id: Generated<number>;
  scholarId: number;
  publishId: number | null;
  title: Generated<string>;
  workKind: Generated<string>;
  role: Generated<string>;
  source: Generated<string>;
  publishYear: Generated<string>;
  url: Generated<string>;
  note: Generated<string>;
  hidden: Generated<'0' | '1'>;
  orderNum: Generated<number>;
}

export interface ScholarMergeTable {
  id: Generated<number>;
  keptId: number;
  mergedId: number;
  /** The user whose page was moved to the kept scholar. */
  userId: number | null;
  createBy: string;
  createTime: number;
  undoUntil: number;
  undoneBy: Generated<string>;
  undoneTime: number | null;
}

/** A row that a merge moved from one scholar to the other. */
export interface ScholarMergeMoveTable {
  mergeId: number;
  entity: string;
  rowId: number;
}

export interface ScholarTables {
  scholar: ScholarTable;
  scholarAlias: ScholarAliasTable;
  scholarWorks: ScholarWorksTable;
  scholarMerge: ScholarMergeTable;
  scholarMergeMove: ScholarMergeMoveTable;
}

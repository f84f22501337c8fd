import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface TutorTable extends Base {
  id: Generated<number>;
  tutorNo: string;
  /** The applicant. */
  userId: number;
  professorId: number;
  /** The user of the professor, kept when the professor is removed. */
  expertUserId: number;
  topic: string;
  question: string;
  mode: string;
  /** Start. */
  expectTime: number;
  confirmTime: number | null;
  minutes: number;
  link: Generated<string>;
  feeFen: Generated<number>;
  refundFen: Generated<number>;
  payNote: Generated<string>;
  summary: Generated<string>;
  rating: number | null;
  ratingNote: Generated<string>;
  status: string;
}

export interface TutorMessageTable {
  id: Generated<number>;
  tutorId: number;
  userId: number;
  content: string;
  createTime: number;
}

export interface TutorSlotTable {
  professorId: number;
  /** 1 is Monday. */
  weekday: number;
  /** Minutes after midnight, Asia/Shanghai. */
  startMinute: number;
}

export interface TutorExceptionTable {
  professorId: number;
  /** `yyyy-MM-dd`, Asia/Shanghai. */
  date: string;
  /** -1: the whole day. */
  startMinute: number;
  kind: 'off' | 'extra';
}

export interface TutorTables {
  tutor: TutorTable;
  tutorMessage: TutorMessageTable;
  tutorSlot: TutorSlotTable;
  tutorException: TutorExceptionTable;
}

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { keptExercises } from '../textbook/kept-exercise.ts';
import { paper } from './attempt.ts';
import { classNote } from './class-note.ts';

/** An assignment of a pack: what its page shows, and the papers that may be begun without a network. */
const packed = z.object({
  assignmentId: z.number(),
  title: z.string(),
  /** The own due time, wire time to the minute. */
  dueAt: z.string(),
  openAt: z.string(),
  status: z.string(),
  /** The attempt that goes on, and tickets for those that are left; keys are in none of them. */
  papers: z.array(paper),
  /** Pictures and recordings of the stems, as addresses on this site. */
  files: z.array(z.string()),
});
export type PackedAssignment = z.output<typeof packed>;

/** Questions of one exercise that come in the review of the next days, with their keys: only those that the student may practise. */
const packedReview = keptExercises.data.element.extend({
  bookTitle: z.string(),
  chapterTitle: z.string(),
  /** End of the right to practise them, epoch milliseconds; null without an end. */
  until: z.number().nullable(),
  /** Pictures and recordings of the questions, as addresses on this site. */
  files: z.array(z.string()),
});
export type PackedReview = z.output<typeof packedReview>;

/** A file at a paragraph of a textbook that the caller may read. Its bytes come by `placedFile`. */
const packedMaterial = z.object({
  placedId: z.number(),
  publishId: z.number(),
  label: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** End of the right to it, epoch milliseconds; null without an end. */
  until: z.number().nullable(),
});
export type PackedMaterial = z.output<typeof packedMaterial>;

/**
 * What a device keeps of a class so that a student works without a network: assignments that are open or open within a week, each
 * with tickets, notes of teachers, and what comes in the review. Unknown parts
 * of a pack are ignored, so that later parts need no new format.
 */
export const classPack = endpoint('GET /cms/courseClass/{classId}/pack', {
  summary: '离线包',
  access: 'signed-in',
  params: z.object({ classId: id }),
  data: z.object({
    format: z.literal(1),
    classId: z.number(),
    className: z.string(),
    courseName: z.string(),
    teacherName: z.string(),
    /** Another one means that something changed. */
    version: z.string(),
    /** Epoch milliseconds. */
    issuedAt: z.number(),
    expiresAt: z.number(),
    /** Textbooks of the course, which are kept by their own pages. */
    publishIds: z.array(z.number()),
    assignments: z.array(packed),
    /** Notes of the teacher that are published. A pack of an earlier version of the site has none. */
    notes: z.array(classNote).default([]),
    /** Questions of the class's textbooks that are due within two weeks. A pack of an earlier version of the site has none. */
    review: z.array(packedReview).default([]),
    /** Files of the class's textbooks. */
    materials: z.array(packedMaterial).default([]),
  }),
});
export type ClassPack = z.output<typeof classPack.data>;

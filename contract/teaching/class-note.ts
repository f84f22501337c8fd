import { z } from 'zod';
import { COLOURS, passage } from '../annotation/sync.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { CLASS_NOTE, MEMBER_ROLES, type MemberRole } from './teaching-limits.ts';

const roles = Object.keys(MEMBER_ROLES) as [MemberRole, ...MemberRole[]];

/** E138: a note of a teacher or an assistant at a passage, for the members of a class. */
export const classNote = z.object({
  noteId: z.number(),
  classId: z.number(),
  className: z.string(),
  publishId: z.number(),
  /** The edition of `cfi`. */
  editionId: z.number(),
  /** The chapter in the current edition. */
  documentIndex: z.number(),
  chapterTitle: z.string(),
  cfi: z.string(),
  text: z.string(),
  before: z.string(),
  after: z.string(),
  /** The passage does not exist in the current edition. */
  lost: z.boolean(),
  note: z.string(),
  /** Its recording; null without one. A note that an earlier version of the site stored on a device says nothing of it. */
  sound: z.object({ fileId: z.number(), bytes: z.number() }).nullable(),
  colour: z.enum(COLOURS),
  /** False after it was withdrawn; students do not get such notes. */
  published: z.boolean(),
  author: z.string(),
  updateTime: z.string(),
  version: z.number(),
  /** The caller may change it. */
  mayEdit: z.boolean(),
});
export type ClassNote = z.output<typeof classNote>;

/** Notes of a class in the order of its books, for members; 404 for everybody else. */
export const classNotes = endpoint('GET /cms/classNote/list/{classId}', {
  summary: '班级的批注',
  access: 'signed-in',
  params: z.object({ classId: id }),
  data: z.array(classNote),
});

/** Notes at the passages of a book from all classes of the caller, and these classes. Empty without a class that uses the book. */
export const bookClassNotes = endpoint('GET /cms/classNote/book/{publishId}', {
  summary: '书里的老师批注',
  access: 'signed-in',
  params: z.object({ publishId: id }),
  data: z.object({
    classes: z.array(
      z.object({
        classId: z.number(),
        className: z.string(),
        role: z.enum(roles),
        /** The class is not over. */
        live: z.boolean(),
      }),
    ),
    notes: z.array(classNote),
  }),
});
export type BookClassNotes = z.output<typeof bookClassNotes.data>;

const words = {
  note: requiredText('请写下批注').max(CLASS_NOTE.note, `批注不能超过${CLASS_NOTE.note}个字`),
  colour: z.enum(COLOURS, '颜色不正确'),
  /** A recording that was stored before; null removes it, and a change without it keeps what the note has. */
  audioFileId: id.nullable().optional(),
};

/** Writes the same note for one or more classes of the caller. */
export const addClassNote = endpoint('POST /teaching/classNote', {
  summary: '写批注',
  access: 'signed-in',
  body: z.object({
    classIds: z.array(id).min(1, '请选择班级').max(CLASS_NOTE.classes, `一次最多选${CLASS_NOTE.classes}个班级`),
    ...passage,
    text: z.string('请先选中一段文字').min(1, '请先选中一段文字').max(CLASS_NOTE.quote, `选中的文字不能超过${CLASS_NOTE.quote}个字`),
    ...words,
  }),
  data: z.array(classNote),
});

const one = z.object({ noteId: id });

/** Stores a recording for notes of a class. */
export const uploadNoteSound = endpoint('POST /teaching/classNote/sound/{classId}', {
  summary: '上传批注的录音',
  access: 'signed-in',
  params: z.object({ classId: id }),
  multipart: true,
  data: z.object({ fileId: z.number() }),
  timeout: 60_000,
});

/** The recording of a note, for everybody who sees the note. */
export const noteSound = endpoint('GET /cms/classNote/sound/{noteId}', {
  summary: '批注的录音',
  access: 'signed-in',
  params: one,
  file: true,
  timeout: 30_000,
});

export const editClassNote = endpoint('PUT /teaching/classNote/{noteId}', {
  summary: '修改批注',
  access: 'signed-in',
  params: one,
  body: z.object({ ...words, version: z.number().int().optional() }),
  data: classNote,
});
/** Withdraws a note, so that only teachers and assistants see it, or shows it again. */
export const publishClassNote = endpoint('PUT /teaching/classNote/published/{noteId}', {
  summary: '撤回或重新发布批注',
  access: 'signed-in',
  params: one,
  body: z.object({ published: z.boolean('请选择撤回还是发布') }),
  data: classNote,
});
export const removeClassNote = endpoint('DELETE /teaching/classNote/{noteId}', { summary: '删除批注', access: 'signed-in', params: one });

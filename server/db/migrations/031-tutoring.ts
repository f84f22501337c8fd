import { sql, type Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Tutoring: appointments with their thread, and the timetables of experts. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('tutor', {
    ...BASE,
    tutorNo: 'text',
    userId: 'number',
    professorId: 'number',
    expertUserId: 'number',
    topic: 'text',
    question: 'text',
    mode: 'text',
    expectTime: 'number',
    confirmTime: 'number?',
    minutes: 'number',
    link: 'empty',
    feeFen: 'zero',
    refundFen: 'zero',
    payNote: 'empty',
    summary: 'empty',
    rating: 'number?',
    ratingNote: 'empty',
    status: 'text',
  });
  await make.unique('tutorNo', 'tutor', ['tutorNo']);
  await make.index('tutorOfUser', 'tutor', ['userId', 'expectTime']);
  await make.index('tutorOfExpert', 'tutor', ['expertUserId', 'expectTime']);
  await make.index('tutorState', 'tutor', ['status', 'id']);
  // A slot can be booked once; a declined or cancelled appointment frees it.
  await sql`create unique index tutor_slot_once on tutor (professor_id, expect_time) where status not in ('declined', 'cancelled')`.execute(db);
  await make.create('tutorMessage', { tutorId: 'number', userId: 'number', content: 'text', createTime: 'number' });
  await make.index('tutorThread', 'tutorMessage', ['tutorId', 'id']);
  await make.link('tutorSlot', { professorId: 'number', weekday: 'number', startMinute: 'number' }, ['professorId', 'weekday', 'startMinute']);
  // `startMinute` -1: the whole day.
  await make.link('tutorException', { professorId: 'number', date: 'text', startMinute: 'number', kind: 'text' }, [
    'professorId',
    'date',
    'startMinute',
    'kind',
  ]);
}

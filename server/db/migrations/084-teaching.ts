import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Courses, classes and their members, assignments, attempts with the journals of their devices, and grades. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, link, index, unique, uniqueLive } = tables(db, engine);
  await create('course', {
    name: 'text',
    publishIds: '=[]',
    teacherId: 'number',
    intro: 'empty',
    termFrom: 'empty',
    termTo: 'empty',
    missingAsZero: '=1',
    openToAll: '=0',
    ...BASE,
  });
  await index('courseTeacher', 'course', ['teacherId']);
  await index('courseOpen', 'course', ['openToAll', 'id']);
  await create('courseClass', {
    courseId: 'number',
    className: 'text',
    joinCode: 'text',
    joinOpen: '=1',
    approve: '=0',
    memberLimit: 'number',
    startDate: 'empty',
    endDate: 'empty',
    showMembers: '=0',
    status: '=preparing',
    endedAt: 'number?',
    erasedAt: 'number?',
    ...BASE,
  });
  await index('courseClassCourse', 'courseClass', ['courseId']);
  await index('courseClassStatus', 'courseClass', ['status', 'endDate']);
  await uniqueLive('course_class_join_code', 'courseClass', 'join_code', "status in ('preparing', 'open')");
  await create('classMember', {
    classId: 'number',
    userId: 'number?',
    role: '=student',
    memberName: 'text',
    studentNo: 'empty',
    status: '=active',
    consentAt: 'number?',
    joinedAt: 'number?',
    ...BASE,
  });
  await unique('classMemberOnce', 'classMember', ['classId', 'userId']);
  await index('classMemberUser', 'classMember', ['userId', 'status']);
  await create('assignment', {
    classId: 'number',
    title: 'text',
    intro: 'empty',
    items: '=[]',
    mode: '=homework',
    openAt: 'number',
    dueAt: 'number',
    limitMin: 'zero',
    attempts: 'zero',
    policy: '=highest',
    lateDays: 'zero',
    latePenaltyBp: 'zero',
    graceHours: 'zero',
    showScore: '=submit',
    showKey: '=due',
    holdUntilLast: '=1',
    shuffleItems: '=0',
    shuffleOptions: '=0',
    weight: 'zero',
    status: '=draft',
    publishedAt: 'number?',
    scoreAt: 'number?',
    keyAt: 'number?',
    nextAt: 'number?',
    ...BASE,
  });
  await index('assignmentClass', 'assignment', ['classId', 'dueAt']);
  await index('assignmentNext', 'assignment', ['nextAt']);
  await link('assignmentReminder', { assignmentId: 'number', userId: 'number', hours: 'number', at: 'number' }, ['assignmentId', 'userId', 'hours']);
  await create('assignmentExtension', {
    assignmentId: 'number',
    userId: 'number',
    dueAt: 'number?',
    extraTimeBp: 'number',
    extraAttempts: 'zero',
    excused: '=0',
    reason: 'text',
    byId: 'number',
    ...BASE,
  });
  await unique('assignmentExtensionOnce', 'assignmentExtension', ['assignmentId', 'userId']);
  await create('attemptTicket', {
    attemptKey: 'text',
    assignmentId: 'number',
    userId: 'number',
    no: 'number',
    seed: 'text',
    items: 'text',
    begunAt: 'number?',
    at: 'number',
  });
  await unique('attemptTicketKey', 'attemptTicket', ['attemptKey']);
  await unique('attemptTicketNo', 'attemptTicket', ['assignmentId', 'userId', 'no']);
  await create('attempt', {
    attemptKey: 'text',
    assignmentId: 'number',
    userId: 'number',
    no: 'number',
    seed: 'text',
    items: 'text',
    begunAt: 'number',
    endedAt: 'number?',
    receivedAt: 'number?',
    expiresAt: 'number?',
    endedBy: 'empty',
    deviceId: 'empty',
    flags: '=[]',
    reopened: '={}',
    lateDays: 'zero',
    rawScore: 'zero',
    score: 'zero',
    full: 'zero',
    counted: '=1',
    status: '=doing',
    ...BASE,
  });
  await unique('attemptKeyOnce', 'attempt', ['attemptKey']);
  await index('attemptUser', 'attempt', ['assignmentId', 'userId']);
  await index('attemptExpiry', 'attempt', ['status', 'expiresAt']);
  await link(
    'attemptEvent',
    {
      attemptKey: 'text',
      deviceId: 'text',
      seq: 'number',
      clock: 'number',
      wallMs: 'number',
      monoMs: 'number',
      bootId: 'text',
      kind: 'text',
      itemId: 'empty',
      content: 'text',
      happenedAt: 'number',
      receivedAt: 'number',
      userId: 'number',
    },
    ['attemptKey', 'deviceId', 'seq'],
  );
  await create('attemptItem', {
    attemptId: 'number',
    itemId: 'text',
    answer: 'text?',
    otherAnswers: '=[]',
    parts: '={}',
    verdict: 'text',
    auto: 'zero',
    manual: 'number?',
    points: 'number',
    versionId: 'number',
    rubric: '={}',
    feedback: 'empty',
    markedBy: 'number?',
    markedAt: 'number?',
  });
  await unique('attemptItemOnce', 'attemptItem', ['attemptId', 'itemId']);
  await link(
    'grade',
    {
      assignmentId: 'number',
      userId: 'number',
      state: 'text',
      score: 'zero',
      full: 'zero',
      lateDays: 'zero',
      attemptId: 'number?',
      at: 'number',
    },
    ['assignmentId', 'userId'],
  );
  await index('gradeUser', 'grade', ['userId']);
  await create('studentQuestion', {
    classId: 'number',
    assignmentId: 'number',
    attemptId: 'number',
    itemId: 'text',
    userId: 'number',
    content: 'text',
    reply: 'empty',
    repliedBy: 'number?',
    repliedAt: 'number?',
    at: 'number',
  });
  await index('studentQuestionClass', 'studentQuestion', ['classId', 'id']);
  await index('studentQuestionUser', 'studentQuestion', ['userId', 'attemptId']);
  await create('regrade', {
    assignmentId: 'number',
    itemId: 'text',
    change: 'text',
    onlyUp: '=1',
    withManual: '=0',
    stamp: 'empty',
    status: '=draft',
    byId: 'number',
    appliedAt: 'number?',
    ...BASE,
  });
  await index('regradeAssignment', 'regrade', ['assignmentId']);
  await link('regradeLine', { regradeId: 'number', attemptId: 'number', before: 'number', after: 'number', stored: 'text' }, [
    'regradeId',
    'attemptId',
  ]);
}

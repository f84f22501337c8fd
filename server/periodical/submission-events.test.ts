import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  journalSubmissionMachine,
  OWN_SUBMISSION_EVENTS,
  STAFF_SUBMISSION_EVENTS,
  SUBMISSION_STATES,
  type SubmissionState,
} from '../../contract/periodical/journal-submission.machine.ts';
import { ISSUE_EVENTS, ISSUE_STATES, journalIssueMachine } from '../../contract/periodical/journal-issue.machine.ts';
import { journalOffice, NOTE, type JournalOffice, type JournalPerson } from '../../tests/support/journal-office.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let office: JournalOffice;
let id: number;
let issueId: number;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
  id = await office.submitted();
  const issue = await office.ask('chief', 'POST', '/cms/journal/issue', { journalId: office.journalId, year: 2026, issueNo: 1 });
  issueId = (issue.data as { issueId: number }).issueId;
});
afterAll(() => town.close());

const put = (status: SubmissionState) =>
  town.context.db.updateTable('journalSubmission').set({ status, issueId: null }).where('id', '=', id).execute();
const PEOPLE: readonly JournalPerson[] = ['chief', 'editor', 'other', 'author', 'coauthor', 'reviewer1', 'reader'];
const body = { reason: NOTE, revisionKind: 'minor', letter: null };

/** Who may take an event: everybody else is refused before the state is looked at. */
const STAFF_MAY: Readonly<Record<(typeof STAFF_SUBMISSION_EVENTS)[number], readonly JournalPerson[]>> = {
  returnForCompletion: ['chief', 'editor'],
  passScreening: ['chief', 'editor'],
  rejectScreening: ['chief', 'editor'],
  endReview: ['chief', 'editor'],
  requestRevision: ['chief', 'editor'],
  accept: ['chief'],
  decline: ['chief'],
  undoDecline: ['chief'],
  edit: ['chief', 'editor'],
  schedule: ['chief', 'editor'],
  unschedule: ['chief', 'editor'],
};

test.each(STAFF_SUBMISSION_EVENTS)('SM09 %s answers 20901 in every other state, and 403 or 404 to everybody who may not', async (event) => {
  const { from } = journalSubmissionMachine.events[event];
  for (const state of SUBMISSION_STATES.filter((one) => one !== 'draft' && !(from as readonly string[]).includes(one))) {
    await put(state);
    const answer = await office.fire('chief', event, id, body);
    expect([event, state, answer.code]).toEqual([event, state, 20901]);
    expect(answer.msg).toContain(`当前状态为「${journalSubmissionMachine.states[state].label}」，不能`);
  }
  await put(from[0] as SubmissionState);
  for (const who of PEOPLE.filter((one) => !STAFF_MAY[event].includes(one))) {
    const { code } = await office.fire(who, event, id, body);
    expect([event, who, [403, 404].includes(code)]).toEqual([event, who, true]);
  }
  expect(await office.statusOf(id)).toBe(from[0]);
});

test.each(OWN_SUBMISSION_EVENTS)('SM09 %s belongs to the author alone, in its states', async (event) => {
  const { from } = journalSubmissionMachine.events[event];
  const sendEvent = (who: JournalPerson) => office.ask(who, 'PUT', `/cms/journal/submission/own/${event}/${id}`, { reason: NOTE });
  await put(from[0] as SubmissionState);
  const others = PEOPLE.filter((one) => one !== 'author');
  expect(others.length).toBeGreaterThan(2);
  for (const who of others) expect([event, who, (await sendEvent(who)).code]).toEqual([event, who, 404]);
  for (const state of SUBMISSION_STATES.filter((one) => !(from as readonly string[]).includes(one))) {
    await put(state);
    const { code } = await sendEvent('author');
    // An accepted manuscript has an answer of its own (20907).
    const expected = event === 'withdraw' && ['accepted', 'copyediting', 'scheduled', 'published'].includes(state) ? 20907 : 20901;
    expect([event, state, code]).toEqual([event, state, expected]);
  }
});

test('SM09 a draft is invisible to the staff', async () => {
  await put('draft');
  expect((await office.ask('chief', 'GET', `/cms/journal/submission/detail/${id}`)).code).toBe(404);
  expect((await office.fire('boss', 'rejectScreening', id, body)).code).toBe(404);
  await put('submitted');
});

test.each(ISSUE_EVENTS)('SM10 %s answers 21001 in every other state, and 403 or 404 to everybody but a chief editor', async (event) => {
  const { from } = journalIssueMachine.events[event];
  const sendEvent = (who: JournalPerson) => office.ask(who, 'PUT', `/cms/journal/issue/${event}/${issueId}`, { reason: NOTE });
  const set = (status: (typeof ISSUE_STATES)[number]) =>
    town.context.db.updateTable('journalIssue').set({ status }).where('id', '=', issueId).execute();
  const wrong = ISSUE_STATES.filter((one) => !(from as readonly string[]).includes(one));
  expect(wrong.length).toBeGreaterThan(0);
  for (const state of wrong) {
    await set(state);
    expect([event, state, (await sendEvent('chief')).code]).toEqual([event, state, 21001]);
  }
  await set(from[0] as 'planning');
  for (const who of PEOPLE.filter((one) => one !== 'chief'))
    expect([event, who, [403, 404].includes((await sendEvent(who)).code)]).toEqual([event, who, true]);
  await set('planning');
});

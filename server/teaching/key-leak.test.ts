import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { classroom, Device, type Classroom } from '../../tests/support/classroom.ts';

/** Words that stand in keys, explanations and marking guides of the questions only. */
const SECRETS = ['老周', '见第一段', '见第二段', '可从人情谈起', '言之有理即可', '"right":', '"rubric":[', '"pairs":', '"explanation"'];

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
});
afterAll(() => room.t.close());

const leaksIn = (text: string): string[] => SECRETS.filter((secret) => text.includes(secret));

/** Every call about classes and textbooks, with the ids of the class; a new endpoint is tried without a change here. */
function calls(ids: Readonly<Record<string, string | number>>): { readonly endpoint: Endpoint; readonly url: string }[] {
  return room.t.app.endpoints
    .filter(({ path }) =>
      /^\/(?:cms|teaching|textbook)\/(?:course|courseClass|assignment|attempt|regrade|exercise|learningRecord|question|marking|grades|mark|textbook)/.test(
        path,
      ),
    )
    .map((endpoint) => ({
      endpoint,
      url: API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 1)),
    }));
}

test('§8 no call of a student tells a key, an explanation or a marking guide before the release', async () => {
  const assignmentId = await room.published({ showScore: 'submit', showKey: 'due' });
  const phone = new Device(room, 'lin');
  await phone.start(assignmentId);
  phone.answer('q1', 'aaaaaaaa');
  phone.answer('q3', '看法');
  await phone.send();
  const bearer = await room.t.as('lin');
  const ids = {
    classId: room.classId,
    assignmentId,
    attemptKey: phone.attemptKey,
    attemptId: 1,
    courseId: room.courseId,
    questionId: room.questions[0]?.questionId ?? 0,
    id: room.questions[0]?.questionId ?? 0,
    event: 'publish',
  };
  const found: string[] = [];
  let answered = 0;
  const walk = async (): Promise<void> => {
    for (const { endpoint, url } of calls(ids)) {
      const body = {
        assignmentId,
        classId: room.classId,
        deviceId: phone.deviceId,
        attempts: [{ attemptKey: phone.attemptKey, events: [] }],
        clocks: { bootId: 'b', wallMs: 1, monoMs: 1 },
      };
      const reply = await room.t.app.inject({
        method: endpoint.method,
        url,
        headers: bearer,
        ...(endpoint.method === 'GET' ? {} : { payload: body }),
      });
      if (reply.json<{ code?: number }>().code === 200) answered += 1;
      found.push(...leaksIn(reply.body).map((secret) => `${endpoint.key}: ${secret}`));
    }
  };
  await walk();
  phone.submit();
  await phone.send();
  await walk();
  expect(found).toEqual([]);
  // The walk reached something: the class, its assignments, the paper, the pack and the result.
  expect(answered).toBeGreaterThan(12);
});

test('the search for keys finds one: after the release the result tells them', async () => {
  const assignmentId = await room.published({ showKey: 'submit', holdUntilLast: '0' });
  const phone = new Device(room, 'zhou');
  await phone.start(assignmentId);
  phone.answer('q1', 'aaaaaaaa');
  phone.submit();
  await phone.send();
  const reply = await room.ask('zhou', 'GET', `/cms/attempt/${phone.attemptKey}`);
  expect(leaksIn(JSON.stringify(reply))).toEqual(expect.arrayContaining(['老周', '见第一段', '言之有理即可']));
});

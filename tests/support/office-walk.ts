import { declaration, INTRO } from './topic-walk.ts';
import { OPINION, type PressWalk } from './press-walk.ts';

interface Named {
  readonly userId: number;
  readonly nickName: string;
}

/**
 * Takes a submitted manuscript through topic, three reviews, agreement and editing, to its composition. The people send the calls of their pages: the
 * pages themselves are walked by the journey of a book.
 */
export async function bringToComposing(walk: PressWalk, archiveId: number, { kind, title }: { kind: string; title: string }): Promise<void> {
  const data = async <T>(userName: string, method: string, path: string, body?: unknown): Promise<T> =>
    (await walk.call(userName, method, path, body))['data'] as T;
  const rows = async <T>(userName: string, path: string): Promise<T[]> => (await walk.call(userName, 'GET', path))['rows'] as T[];
  const idOf = (people: readonly Named[], name: string): number => people.find(({ nickName }) => nickName === name)?.userId ?? 0;

  const { topicId } = await data<{ topicId: number }>(
    'editor1',
    'POST',
    '/press/topic',
    declaration({ archiveId, kind, title, contentIntro: INTRO }),
  );
  await walk.call('editor1', 'PUT', `/press/topic/submit/${topicId}`, {});
  await walk.call('section', 'PUT', `/press/topic/sectionPass/${topicId}`, {});
  const people = await data<Named[]>('worksadmin', 'GET', '/press/session/people');
  const presentIds = ['李总编', '王主任', '陈编务'].map((name) => idOf(people, name));
  const { sessionId } = await data<{ sessionId: number }>('worksadmin', 'POST', '/press/session', {
    title: `${title}论证会`,
    meetingTime: '2030-01-08 14:00:00',
    hostId: presentIds[0],
    recorderId: presentIds[2],
    attendeeIds: presentIds,
  });
  await walk.call('worksadmin', 'PUT', `/press/session/agenda/${sessionId}`, { topicIds: [topicId] });
  await walk.call('worksadmin', 'PUT', `/press/session/notify/${sessionId}`, {});
  await walk.call('chief', 'PUT', `/press/session/open/${sessionId}`, { presentIds });
  for (const who of ['chief', 'section', 'worksadmin'])
    await walk.call(who, 'POST', '/press/session/vote', { sessionId, topicId, vote: 'for', reason: '' });
  await walk.call('chief', 'PUT', `/press/session/close/${sessionId}`, {});
  const { minutesId } = await data<{ minutesId: number }>('chief', 'GET', `/press/session/detail/${sessionId}`);
  const minutes = await data<{ version: number }>('chief', 'GET', `/press/minutes/detail/${minutesId}`);
  await walk.call('chief', 'PUT', '/press/minutes', { minutesId, version: minutes.version, content: `<p>${INTRO.repeat(2)}</p>`, decisions: [] });
  await walk.call('chief', 'PUT', `/press/minutes/sign/${minutesId}`, {});

  const editors = await data<Named[]>('worksadmin', 'GET', '/press/editor/people');
  await walk.call('worksadmin', 'POST', '/press/editor/assign', { archiveId, editorId: idOf(editors, '张编辑') });
  await walk.call('editor1', 'PUT', `/cms/archive/startAudit/${archiveId}`, {});
  for (const [level, userName, nickName] of [
    ['one', 'editor2', '吴编辑'],
    ['two', 'section', '王主任'],
    ['last', 'chief', '李总编'],
  ] as const) {
    const [task] = (await rows<{ auditId: number; archiveId: number }>('worksadmin', `/press/audit/list?level=${level}`)).filter(
      (one) => one.archiveId === archiveId,
    );
    const auditId = task?.auditId ?? 0;
    const reviewers = await data<Named[]>('worksadmin', 'GET', `/press/audit/people/${auditId}`);
    await walk.call('worksadmin', 'PUT', `/press/audit/assign/${auditId}`, { auditorId: idOf(reviewers, nickName) });
    await walk.call(userName, 'PUT', `/press/audit/accept/${auditId}`, {});
    const { version } = await data<{ version: number }>(userName, 'GET', `/press/audit/detail/${auditId}`);
    const quality = [8, 8, 8, 8];
    await walk.call(userName, 'PUT', '/press/audit/report', { auditId, version, politics: 'ok', quality, opinion: OPINION, suggestion: 'adopt' });
    await walk.call(userName, 'PUT', `/press/audit/submitAdopt/${auditId}`, { reason: OPINION, readWhole: true });
  }

  const [agreement] = (
    await rows<{ protocolId: number; archiveId: number }>('editor1', `/press/protocol/list?title=${encodeURIComponent(title)}`)
  ).filter((one) => one.archiveId === archiveId);
  const protocolId = agreement?.protocolId ?? 0;
  const terms = await data<object>('editor1', 'GET', `/press/protocol/${protocolId}`);
  await walk.call('editor1', 'PUT', '/press/protocol', { ...terms, royaltyBp: 800 });
  await walk.call('editor1', 'PUT', `/press/protocol/submit/${protocolId}`, {});
  await walk.call('worksadmin', 'PUT', `/press/protocol/approve/${protocolId}`, {});
  await walk.call('author1', 'PUT', `/press/protocol/sign/${protocolId}`, { event: 'signA' });
  await walk.call('chief', 'PUT', `/press/protocol/signB/${protocolId}`, {});

  const { tasks } = await data<{ tasks: { taskId: number; done: boolean }[] }>('editor1', 'GET', `/press/editor/work/${archiveId}`);
  for (const { taskId } of tasks.filter(({ done }) => !done)) await walk.call('editor1', 'PUT', '/press/editor/tick', { taskId, done: true });
  await walk.call('editor1', 'PUT', '/press/editor/completeness', { archiveId, completeness: [true, true, true] });
  await walk.call('editor1', 'PUT', `/cms/archive/finishEdit/${archiveId}`, {});
}

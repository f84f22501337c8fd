import type { Answer, PressStaff, StaffName } from './press-staff.ts';

export const INTRO =
  '一盏灯守着一座桥，守桥的人换了三代。书里写他们怎样在雨夜里点灯，怎样送走过桥的人，又怎样等他们回来，一直等到桥边长出新的街道。全书分四章，每章写一个人、一件旧物和一条已经改名的路，附有作者手绘的地图和当年的来往书信。';

/** A complete declaration; without `archiveId` it is a commissioned work. */
export const declaration = (more: object = {}) => ({
  title: '桥上的灯',
  kind: 'book',
  authorNames: '何语',
  authorIntro: '自由撰稿人，写过三部散文集。',
  contentIntro: INTRO,
  significance: '记录一座城里正在消失的手艺。',
  targetReaders: '喜欢散文的读者',
  marketAnalysis: '同类散文近两年每种平均销售四千册。',
  planWordCount: 80,
  planPriceFen: 5800,
  planPrintRun: 5000,
  costFen: 4_500_000,
  unitCostFen: 1200,
  discountBp: 6000,
  royaltyBp: 800,
  ...more,
});

export interface TopicWalk {
  declared(more?: object, who?: StaffName): Promise<number>;
  fire(who: StaffName, event: string, topicId: number, body?: object): Promise<Answer>;
  /** A declared topic that passed the section. */
  passed(more?: object, who?: StaffName): Promise<number>;
  /** A session with all five people, in the state `notified`, with these topics. */
  session(topicIds: readonly number[]): Promise<number>;
  vote(who: StaffName, sessionId: number, topicId: number, vote: string, reason?: string): Promise<Answer>;
  statusOf(topicId: number): Promise<string>;
}

export const VOTERS = ['chief', 'section', 'manager', 'editor', 'editor2'] as const;

/** Steps of topics and sessions for tests, by the people of `pressStaff`. */
export function topicWalk(staff: PressStaff): TopicWalk {
  const { ask, ids } = staff;
  const sendEvent: TopicWalk['fire'] = (who, event, topicId, body = {}) => ask(who, 'PUT', `/press/topic/${event}/${topicId}`, body);
  const walk: TopicWalk = {
    fire: sendEvent,
    async declared(more, who = 'editor') {
      const answer = await ask(who, 'POST', '/press/topic', declaration(more));
      if (answer.code !== 200) throw new Error(answer.msg);
      return (answer.data as { topicId: number }).topicId;
    },
    async passed(more, who = 'editor') {
      const id = await walk.declared(more, who);
      await sendEvent(who, 'submit', id);
      await sendEvent('section', 'sectionPass', id);
      return id;
    },
    async session(topicIds) {
      const { data } = await ask('manager', 'POST', '/press/session', {
        title: '选题论证会',
        meetingTime: '2026-12-01 14:00:00',
        hostId: ids.chief,
        recorderId: ids.manager,
        attendeeIds: VOTERS.map((name) => ids[name]),
      });
      const { sessionId } = data as { sessionId: number };
      await ask('manager', 'PUT', `/press/session/agenda/${sessionId}`, { topicIds });
      await ask('manager', 'PUT', `/press/session/notify/${sessionId}`, {});
      return sessionId;
    },
    vote: (who, sessionId, topicId, vote, reason = '') => ask(who, 'POST', '/press/session/vote', { sessionId, topicId, vote, reason }),
    statusOf: async (topicId) => ((await ask('manager', 'GET', `/press/topic/${topicId}`)).data as { status: string }).status,
  };
  return walk;
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classroom, type Classroom } from '../../../tests/support/classroom.ts';
import { endOverdueClass } from './course-class.service.ts';

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
});
afterAll(() => room.t.close());

const members = (who: string) => room.ask(who, 'GET', `/cms/courseClass/member/${room.classId}`);

describe('T1 joining a class', () => {
  test('a student joins by the code, once; outsiders learn nothing of the class', async () => {
    expect(await room.join('lin')).toMatchObject({ code: 23303, msg: '您已在这个班级' });
    expect(await room.ask('outsider', 'GET', `/cms/courseClass/${room.classId}`)).toMatchObject({ code: 404, msg: '班级不存在，或您不在这个班级' });
    expect(await room.ask('outsider', 'GET', '/cms/courseClass/999999')).toMatchObject({ code: 404, msg: '班级不存在，或您不在这个班级' });
    expect(await room.ask('lin', 'GET', `/cms/courseClass/${room.classId}`)).toMatchObject({ code: 200, data: { role: 'student', joinCode: '' } });
    expect(await room.ask('outsider', 'POST', '/cms/courseClass/join', { code: 'ZZZZZZ', memberName: '谁', consent: true })).toMatchObject({
      msg: '班级码不正确或已停用',
    });
    expect(await room.ask('outsider', 'POST', '/cms/courseClass/join', { code: room.joinCode, memberName: '谁' })).toMatchObject({
      code: 400,
      msg: '请先同意老师查看您在这个班级的学习情况',
    });
  });

  test('the code is read in any case, width and grouping', async () => {
    const wide = [...room.joinCode.toLowerCase()].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(' ');
    expect(await room.ask('outsider', 'POST', '/cms/courseClass/offer', { code: wide })).toMatchObject({
      code: 200,
      data: { className: '1班', memberStatus: '' },
    });
  });

  test('wrong codes are limited to 20 an hour for each account', async () => {
    for (let n = 0; n < 20; n += 1) await room.ask('colleague', 'POST', '/cms/courseClass/offer', { code: 'YYYYYY' });
    expect(await room.ask('colleague', 'POST', '/cms/courseClass/offer', { code: room.joinCode })).toMatchObject({ code: 429 });
  });

  test('leaving keeps the member for a return, a removed one is let in by the teacher only', async () => {
    expect((await room.ask('zhou', 'POST', `/cms/courseClass/leave/${room.classId}`)).code).toBe(200);
    expect(await room.ask('zhou', 'GET', `/cms/courseClass/${room.classId}`)).toMatchObject({
      code: 404,
      msg: '您已不在这个班级，作答记录仍可在“我的作答”查看',
    });
    expect((await room.join('zhou')).data.status).toBe('active');
    const own = (await members('teacher')).data.filter(({ memberName }: { memberName: string }) => memberName === 'zhou同学');
    expect(own).toHaveLength(1);
    expect((await room.ask('teacher', 'PUT', `/teaching/member/${own[0].memberId}`, { action: 'remove' })).code).toBe(200);
    expect((await room.join('zhou')).msg).toBe('您已被老师移出这个班级，请联系老师恢复');
    expect((await room.ask('teacher', 'PUT', `/teaching/member/${own[0].memberId}`, { action: 'restore' })).code).toBe(200);
  });

  test('a class with an approval lets students wait, and names of the roster in at once', async () => {
    const { data: group } = await room.ask('teacher', 'GET', `/cms/courseClass/${room.classId}`);
    await room.ask('teacher', 'PUT', '/teaching/class', { classId: room.classId, className: '1班', approve: '1' });
    expect((await room.join('helper', { memberName: '助教甲' })).data.status).toBe('waiting');
    expect(await room.ask('helper', 'GET', `/cms/courseClass/${room.classId}`)).toMatchObject({ code: 404 });
    await room.ask('teacher', 'POST', `/teaching/roster/${room.classId}`, { lines: [{ memberName: '过路人', studentNo: '00123' }] });
    expect((await room.join('outsider', { memberName: '过路', studentNo: '00123' })).data.status).toBe('active');
    expect((await members('teacher')).data).toContainEqual(expect.objectContaining({ memberName: '过路人', studentNo: '00123', claimed: true }));
    await room.ask('teacher', 'PUT', '/teaching/class', { classId: room.classId, className: '1班', approve: '0', version: group.version + 1 });
    await room.ask('outsider', 'POST', `/cms/courseClass/leave/${room.classId}`);
  });

  test('§13 a roster pasted twice doubles nobody; numbers keep their zeros; a number of another name is rejected', async () => {
    const lines = [
      { memberName: '陈 明', studentNo: '0007' },
      { memberName: '欧阳晓' },
      { memberName: '冒名', studentNo: '00123' },
      { memberName: '', studentNo: '9' },
    ];
    expect((await room.ask('teacher', 'POST', `/teaching/roster/${room.classId}`, { lines })).data).toEqual({
      added: 2,
      known: 0,
      rejected: [
        { line: 3, why: '学号00123已是“过路人”的，请核对' },
        { line: 4, why: '没有姓名' },
      ],
    });
    expect((await room.ask('teacher', 'POST', `/teaching/roster/${room.classId}`, { lines })).data).toMatchObject({ added: 0, known: 2 });
    const rows = (await members('teacher')).data.filter(({ studentNo }: { studentNo: string }) => studentNo === '0007');
    expect(rows).toHaveLength(1);
  });

  test('the last place is given once', async () => {
    const made = (await room.ask('teacher', 'POST', '/teaching/class', { courseId: room.courseId, className: '小班', memberLimit: 1 })).data
      .classId as number;
    const { joinCode } = (await room.ask('teacher', 'GET', `/cms/courseClass/${made}`)).data;
    const both = await Promise.all(
      ['lin', 'zhou'].map((who) => room.ask(who, 'POST', '/cms/courseClass/join', { code: joinCode, memberName: who, consent: true })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 23302]);
    expect(both.find(({ code }) => code === 23302)?.msg).toBe('班级人数已满');
  });
});

describe('§16 privacy of a class', () => {
  test('students see themselves only, and others by name where the class shows them', async () => {
    expect((await members('lin')).data.map(({ memberName }: { memberName: string }) => memberName)).toEqual(['lin同学']);
    await room.ask('teacher', 'PUT', '/teaching/class', { classId: room.classId, className: '1班', showMembers: '1' });
    const shown = (await members('lin')).data as { memberName: string; own: boolean; studentNo: string; total: number | null }[];
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(({ own }) => !own).every(({ studentNo, total }) => studentNo === '' && total === null)).toBe(true);
    await room.ask('teacher', 'PUT', '/teaching/class', { classId: room.classId, className: '1班', showMembers: '0' });
  });

  test('only the teacher changes the class; another teacher does not learn of it', async () => {
    for (const [who, code] of [
      ['lin', 403],
      ['colleague', 404],
      ['outsider', 403],
    ] as const)
      expect((await room.ask(who, 'PUT', '/teaching/class', { classId: room.classId, className: '改名' })).code, who).toBe(code);
  });
});

describe('the life of a class', () => {
  test('a class is handed to another teacher, who must hold the right to teach', async () => {
    expect((await room.ask('teacher', 'POST', `/teaching/class/handover/${room.classId}`, { userName: 'lin' })).msg).toBe(
      '对方还没有教师身份，请先申请成为教师',
    );
    expect((await room.ask('teacher', 'POST', `/teaching/class/handover/${room.classId}`, { userName: 'colleague', reason: '休假' })).code).toBe(200);
    expect((await room.ask('teacher', 'GET', `/cms/courseClass/${room.classId}`)).code).toBe(404);
    expect((await room.ask('colleague', 'POST', `/teaching/class/handover/${room.classId}`, { userName: 'teacher', reason: '回来了' })).code).toBe(
      200,
    );
  });

  test('a class ends a week after its last day, takes nobody any more, and opens again with a reason', async () => {
    const { db } = room.t.context;
    await db.updateTable('courseClass').set({ endDate: '2026-01-01' }).where('id', '=', room.classId).execute();
    expect(await endOverdueClass(room.t.context)).toBe(true);
    expect(await endOverdueClass(room.t.context)).toBe(false);
    expect((await room.ask('outsider', 'POST', '/cms/courseClass/join', { code: room.joinCode, memberName: '谁', consent: true })).msg).toBe(
      '班级码不正确或已停用',
    );
    expect(
      await room.ask('teacher', 'POST', '/teaching/assignment', {
        classId: room.classId,
        title: '晚了',
        openAt: '2026-01-01 08:00',
        dueAt: '2026-01-02 08:00',
      }),
    ).toMatchObject({
      code: 23304,
      msg: '班级已结课，不能布置作业',
    });
    expect((await room.ask('teacher', 'PUT', `/cms/courseClass/reopen/${room.classId}`, { reason: '短' })).msg).toBe(
      '请写明重新开课的原因，至少5个字',
    );
    expect((await room.ask('teacher', 'PUT', `/cms/courseClass/reopen/${room.classId}`, { reason: '补一次考试安排' })).code).toBe(200);
    await db.updateTable('courseClass').set({ endDate: '' }).where('id', '=', room.classId).execute();
  });
});

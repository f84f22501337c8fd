import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VersionBlame } from '../../../contract/manuscript/manuscript-version.ts';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { addVersion, type VersionSource } from './manuscript-version.service.ts';
import { blameStep } from '../../document/version-blame.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

async function store(archiveId: number, who: StaffName, source: VersionSource, lines: readonly string[]): Promise<number> {
  const bytes = await makeDocx(lines.map((line) => paragraph(run(line))));
  const person = { userId: staff.ids[who] } as never;
  return (await addVersion(town.context, person, archiveId, { type: 'docx', bytes, text: lines.join('\n'), source, note: '' })).id;
}

const blame = (who: StaffName, versionId: number) => staff.ask(who, 'GET', `/cms/archive/history/blame/${versionId}`);

/** One line for each paragraph: text, number of the version, name. */
const shown = ({ paragraphs, versions, people }: VersionBlame): string[] =>
  paragraphs.map(({ text, version }) => `${text} ${version} ${people[versions.find(({ versionNo }) => versionNo === version)?.person ?? -1]?.name}`);

test('blameStep keeps the version of unchanged paragraphs when others are added, removed and changed', () => {
  const first = { lines: ['甲', '乙', '丙'], blame: blameStep({ lines: [], blame: [] }, ['甲', '乙', '丙'], 1) };
  expect(first.blame).toEqual([1, 1, 1]);
  const second = { lines: ['序', '甲', '丙二'], blame: blameStep(first, ['序', '甲', '丙二'], 2) };
  expect(second.blame).toEqual([2, 1, 2]);
  expect(blameStep(second, ['甲', '丙二', '跋'], 3)).toEqual([1, 2, 3]);
});

test('blameStep follows every paragraph through 200 random texts', () => {
  let seed = 11;
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  let present: { lines: string[]; blame: number[] } = { lines: [], blame: [] };
  const since = new Map<string, number>();
  for (let version = 1; version <= 200; version += 1) {
    const lines = [...present.lines];
    for (let change = 0; change < 3; change += 1) lines.splice(random(lines.length + 1), random(3), `${version} ${change}`);
    for (const line of lines) if (!since.has(line)) since.set(line, version);
    present = { lines, blame: blameStep(present, lines, version) };
    expect(present.blame).toEqual(lines.map((line) => since.get(line)));
  }
});

test('names for each paragraph the version and the person that changed it last, and leaves out empty ones', async () => {
  const archiveId = await staff.submitted();
  await store(archiveId, 'author', 'author', ['桥上的灯', '', '第一段。', '第二段。']);
  const second = await store(archiveId, 'editor', 'editor', ['桥上的灯', '', '第一段。', '改过的第二段。', '编者注。']);
  const third = await store(archiveId, 'proof1', 'proof', ['桥上的灯', '第一段！', '改过的第二段。', '编者注。']);
  const { data } = await blame('manager', third);
  expect(shown(data)).toEqual(['桥上的灯 1 author', '第一段！ 3 proof1', '改过的第二段。 2 editor', '编者注。 2 editor']);
  expect(data).toMatchObject({ archiveId, versionNo: 3, cut: false, older: 0 });
  expect(data.people.find(({ name }: { name: string }) => name === 'editor')).toMatchObject({ paragraphs: 2, characters: 11 });
  expect(data.versions.map((one: VersionBlame['versions'][number]) => [one.versionNo, one.before])).toEqual([
    [3, 2],
    [2, 1],
    [1, null],
  ]);
  expect(shown((await blame('manager', second)).data)[2]).toBe('改过的第二段。 2 editor');
});

test('is for the author and the staff of a manuscript only, and says what to do when the version is gone', async () => {
  const archiveId = await staff.submitted();
  const id = await store(archiveId, 'author', 'author', ['第一段。']);
  expect((await blame('author', id)).code).toBe(200);
  expect((await blame('author2', id)).code).toBe(404);
  expect(await blame('author', 9_999_999)).toMatchObject({ code: 404, msg: '版本不存在，请刷新后重试' });
});

test('never names a reviewer to the author, also when the author is on the staff or a version of a review is restored', async () => {
  const archiveId = await staff.submitted();
  await store(archiveId, 'author', 'author', ['第一段。', '第二段。']);
  const hidden = await store(archiveId, 'editor2', 'audit', ['第一段。', '审稿人改的第二段。']);
  const later = await store(archiveId, 'editor', 'editor', ['编辑改的第一段。', '审稿人改的第二段。']);
  expect(shown((await blame('manager', later)).data)).toEqual(['编辑改的第一段。 3 editor', '审稿人改的第二段。 2 editor2']);
  const own = await blame('author', later);
  expect(shown(own.data)).toEqual(['编辑改的第一段。 3 editor', '审稿人改的第二段。 3 editor']);
  expect(own.data.versions).toEqual([expect.objectContaining({ versionNo: 3, before: 1 })]);
  expect(JSON.stringify(own)).not.toContain('editor2');
  expect((await blame('author', hidden)).code).toBe(404);

  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  const first = await staff.ask('editor2', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`);
  const restored = await staff.ask('editor2', 'PUT', `/cms/archive/history/restore/${first.data.at(-1).versionId}`);
  expect(restored).toMatchObject({ code: 403, msg: expect.stringContaining('不能恢复旧版本') });
  await staff.put(archiveId, { status: 'editing', turn: 'editor', turnUserId: staff.ids.editor, editorId: staff.ids.editor });
  expect(await staff.ask('editor', 'PUT', `/cms/archive/history/restore/${hidden}`)).toMatchObject({ code: 200, data: { versionNo: 4 } });
  expect(JSON.stringify(await staff.ask('author', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`))).not.toContain('editor2');
  expect((await staff.ask('author', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)).data).toHaveLength(2);

  // The author cannot restore or label a version that the author may not read.
  await staff.put(archiveId, { status: 'revising', turn: 'author', turnUserId: staff.ids.author });
  expect(await staff.ask('author', 'PUT', `/cms/archive/history/restore/${hidden}`)).toMatchObject({ code: 404 });
  expect(await staff.ask('author', 'PUT', `/cms/archive/history/label/${hidden}`, { label: '终审稿', pinned: '1' })).toMatchObject({ code: 404 });

  await staff.put(archiveId, { ownerId: staff.ids.manager });
  expect((await blame('manager', hidden)).code).toBe(404);
  expect(JSON.stringify(await blame('manager', later))).not.toContain('editor2');
});

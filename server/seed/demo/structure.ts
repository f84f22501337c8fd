import type { Tx } from '../../db/database.ts';
import type { Stamps } from '../defaults/seed-menus.ts';

type Branch = readonly [name: string, leader: string, below?: readonly Branch[]];

const DEPARTMENTS: Branch = [
  '启明外语音像出版社',
  '李总编',
  [
    ['总编室', '陈编务'],
    [
      '编辑中心',
      '王主任',
      [
        ['外语编辑室', '张编辑'],
        ['文艺编辑室', '吴编辑'],
        ['教材编辑室', '王主任'],
      ],
    ],
    ['校对科', '冯校对'],
    ['出版制作部', '蒋排版'],
    ['期刊中心', '韩主编'],
    ['运营部', '林运营'],
    ['财务部', '赵会计'],
    ['档案室', '沈档案'],
    ['信息中心', '周系统'],
  ],
];

const PLACES: Readonly<Record<string, readonly string[]>> = {
  总编室: ['worksadmin', 'chief'],
  编辑中心: ['section'],
  外语编辑室: ['editor1'],
  文艺编辑室: ['editor2'],
  校对科: ['proof1', 'proof2', 'proof3'],
  出版制作部: ['typeset'],
  期刊中心: ['jchief', 'jeditor'],
  运营部: ['opsadmin'],
  财务部: ['tally', 'tally2', 'invoice'],
  档案室: ['archivist'],
  信息中心: ['sysadmin', 'admin'],
};

const POSTS: readonly (readonly [code: string, name: string])[] = [
  ['chief', '总编辑'],
  ['director', '编辑室主任'],
  ['editor', '责任编辑'],
  ['proofreader', '责任校对'],
  ['typesetter', '排版员'],
  ['operator', '运营专员'],
  ['accountant', '会计'],
  ['engineer', '系统工程师'],
];

const PRESSES: readonly (readonly [name: string, prefix: string, type: string, sponsor: string])[] = [
  ['东湖教育出版社', '978-7-999998', 'book', '东湖教育集团'],
  ['青藤电子出版社', '978-7-999997', 'electronic', '青藤文化传媒'],
  ['远山大学出版社', '978-7-999996', 'book', '远山大学'],
];

const COLLEGES: readonly (readonly [name: string, code: string, level: '本科' | '专科' | '其他', address: string, partner: '0' | '1'])[] = [
  ['远山大学', '99001', '本科', '江城市远山路1号', '1'],
  ['东湖师范学院', '99002', '本科', '江城市东湖大道66号', '1'],
  ['江城外国语学院', '99003', '本科', '江城市书院街9号', '1'],
  ['北岭理工大学', '99004', '本科', '北岭市创新路18号', '0'],
  ['海桥师范大学', '99005', '本科', '海桥市师大路200号', '1'],
  ['南渡大学', '99006', '本科', '南渡市望江路5号', '0'],
  ['青禾传媒学院', '99007', '本科', '青禾市影视街77号', '1'],
  ['溪口职业学院', '99008', '专科', '溪口市职教园3号', '0'],
  ['临港外语职业学院', '99009', '专科', '临港市学苑路12号', '1'],
  ['白鹿书院', '99010', '其他', '云川市白鹿山下', '0'],
  ['云川民族大学', '99011', '本科', '云川市团结路40号', '0'],
  ['长亭艺术学院', '99012', '本科', '长亭市画舫街21号', '0'],
];

const FIELDS = ['出版史', '语言习得', '翻译理论', '比较文学', '数字出版', '阅读推广', '词典学', '教材研究', '编辑学', '跨文化交际'];

/** Departments, posts, other presses, colleges, professors and groups of the demo: all fictional. */
export async function addStructure(tx: Tx, now: number): Promise<void> {
  const base: Stamps = { createBy: 'system', createTime: now, updateTime: now };
  const users = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  await addDepartment(tx, base, users, DEPARTMENTS, 0, '0', 1);
  await tx
    .insertInto('post')
    .values(POSTS.map(([postCode, postName], index) => ({ postCode, postName, postSort: index + 1, ...base })))
    .execute();
  await tx
    .insertInto('press')
    .values(PRESSES.map(([pressName, isbnPrefix, type, sponsor]) => ({ pressName, isbnPrefix, type, sponsor, ...base })))
    .execute();
  const colleges = await tx
    .insertInto('college')
    .values(
      COLLEGES.map(([collegeName, collegeCode, level, address, cooperation], index) => ({
        collegeName,
        collegeCode,
        level,
        address,
        cooperation,
        orderNum: index + 1,
        ...base,
      })),
    )
    .returning('id')
    .execute();
  const collegeOf = (index: number): number | null => colleges[index % colleges.length]?.id ?? null;
  const members = (groupKey: string, names: readonly string[]) =>
    names.flatMap((name) => {
      const userId = users.get(name);
      return userId === undefined ? [] : [{ groupKey, userId, joinedAt: now, maxConcurrent: 10, ...base }];
    });
  const numbered = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}${index + 1}`);
  await tx
    .insertInto('userGroup')
    .values([
      ...members('chiefeditor', ['chief', 'section']),
      ...members('editreview', ['editor1', 'editor2', 'editor_out']),
      ...members('author', numbered('author', 6)),
      ...members('regular', numbered('reader', 40)),
    ])
    .execute();
  await tx
    .insertInto('professor')
    .values(
      numbered('prof', 3).flatMap((name, index) => {
        const userId = users.get(name);
        return userId === undefined
          ? []
          : [
              {
                userId,
                collegeId: collegeOf(index),
                title: ['教授', '研究员', '编审'][index] ?? '教授',
                expertise: `${FIELDS[index]}、${FIELDS[index + 4]}`,
                tutorEnabled: index < 2 ? ('1' as const) : ('0' as const),
                tutorPriceFen: 20_000,
                tutorMinutes: 60,
                reviewEnabled: '1' as const,
                yearsActive: 12 + index * 5,
                ...base,
              },
            ];
      }),
    )
    .execute();
}

async function addDepartment(
  tx: Tx,
  base: Stamps,
  users: ReadonlyMap<string, number>,
  [deptName, leader, below = []]: Branch,
  parentId: number,
  ancestors: string,
  orderNum: number,
): Promise<void> {
  const { id } = await tx
    .insertInto('dept')
    .values({ deptName, leader, parentId, ancestors, orderNum, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const name of PLACES[deptName] ?? []) {
    const userId = users.get(name);
    if (userId !== undefined) await tx.updateTable('user').set({ deptId: id }).where('id', '=', userId).execute();
  }
  for (const [index, branch] of below.entries()) await addDepartment(tx, base, users, branch, id, `${ancestors},${id}`, index + 1);
}

export interface Person {
  readonly userName: string;
  readonly nickName: string;
  readonly roleKeys: readonly string[];
  readonly introduction?: string;
}

const person = (userName: string, nickName: string, ...roleKeys: string[]): Person => ({ userName, nickName, roleKeys });

/** Staff, authors and experts of the demo; `admin` is created separately. */
export const PEOPLE: readonly Person[] = [
  person('sysadmin', '周系统', 'system_admin'),
  person('worksadmin', '陈编务', 'works_admin', 'press_manager'),
  person('opsadmin', '林运营', 'ops_admin'),
  person('tally', '赵会计', 'tally_admin'),
  person('tally2', '钱出纳', 'tally_admin'),
  person('invoice', '孙发票', 'invoice'),
  person('chief', '李总编', 'works_admin', 'chief_editor'),
  person('section', '王主任', 'works_admin', 'section_editor'),
  person('editor1', '张编辑', 'works_admin', 'editor'),
  person('editor2', '吴编辑', 'works_admin', 'editor'),
  person('editor_out', '郑外编', 'editor'),
  person('proof1', '冯校对', 'works_admin', 'proofreader'),
  person('proof2', '褚校对', 'works_admin', 'proofreader'),
  person('proof3', '卫校对', 'works_admin', 'proofreader'),
  person('typeset', '蒋排版', 'works_admin', 'typesetter'),
  person('archivist', '沈档案', 'works_admin', 'archivist'),
  person('jchief', '韩主编', 'works_admin', 'journal_chief'),
  person('jeditor', '杨期刊', 'works_admin', 'journal_editor'),
  ...[1, 2, 3].map((n) => person(`reviewer${n}`, `审稿专家${'一二三'[n - 1]}`, 'reviewer')),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => person(`judge${n}`, `评委${'一二三四五六七八九'[n - 1]}`, 'judge')),
  ...['何语', '吕文', '施墨', '张雨', '孔青', '曹溪'].map((name, index) => person(`author${index + 1}`, name, 'author')),
  person('scholar1', '严学者', 'scholar'),
  ...['华聆', '金教授', '魏教授'].map((name, index) => person(`prof${index + 1}`, name, 'professor')),
];

const FAMILY = '陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳';
const GIVEN = ['知夏', '一禾', '望舒', '青禾', '又安', '小满', '长歌', '见山', '听澜', '若水'];

/** Forty readers without a role. */
export function readers(): Person[] {
  return Array.from({ length: 40 }, (_, index) =>
    person(`reader${index + 1}`, `${FAMILY[(index * 7) % FAMILY.length]}${GIVEN[index % GIVEN.length]}`),
  );
}

/** Teachers of classes. They follow the readers, so that the phone numbers of older accounts stay. */
export const TEACHERS: readonly Person[] = [person('teacher1', '孟老师', 'teacher'), person('teacher2', '梁老师', 'teacher')];

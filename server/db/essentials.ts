import type { Tx } from './database.ts';

/** What every installation needs before anybody works: roles, menus, dictionaries, parameters, categories, the own press. */
export async function addEssentials(tx: Tx, now: number): Promise<void> {
  const base = { createBy: 'system', createTime: now, updateTime: now };
  await tx
    .insertInto('role')
    .values(ROLES.map(([roleKey, roleName], index) => ({ roleKey, roleName, roleSort: index + 1, ...base })))
    .execute();
  await tx
    .insertInto('config')
    .values(
      CONFIG.map(([configKey, configValue, configName, isPublic]) => ({
        configKey,
        configValue,
        configName,
        configType: 'Y' as const,
        isPublic: isPublic ? ('1' as const) : ('0' as const),
        ...base,
      })),
    )
    .execute();
  for (const [dictType, dictName, entries] of DICTIONARIES) {
    await tx
      .insertInto('dictType')
      .values({ dictType, dictName, isPublic: '1', ...base })
      .execute();
    await tx
      .insertInto('dictData')
      .values(
        entries.map(([dictValue, dictLabel, listClass = 'default'], index) => ({
          dictType,
          dictValue,
          dictLabel,
          listClass,
          dictSort: index + 1,
          ...base,
        })),
      )
      .execute();
  }
  for (const [index, [typeName, typeCode, below]] of CATEGORIES.entries()) {
    const parentId = await addCategory(tx, { parentId: 0, typeName, typeCode, orderNum: index + 1, ...base });
    for (const [order, [name, code]] of below.entries())
      await addCategory(tx, { parentId, typeName: name, typeCode: code, orderNum: order + 1, ...base });
  }
  await tx
    .insertInto('press')
    .values({ pressName: '启明外语音像出版社', isbnPrefix: '978-7-999999', type: 'av', isSelf: '1', address: '江城市远山路8号', ...base })
    .execute();
  await addMenus(tx, base);
}

const addCategory = async (
  tx: Tx,
  row: { parentId: number; typeName: string; typeCode: string; orderNum: number; createTime: number; updateTime: number },
) => (await tx.insertInto('archiveType').values(row).returning('id').executeTakeFirstOrThrow()).id;

const ROLES: readonly (readonly [string, string])[] = [
  ['admin', '超级管理员'],
  ['system_admin', '系统管理员'],
  ['works_admin', '作品管理员'],
  ['ops_admin', '运营管理员'],
  ['tally_admin', '财务统计管理员'],
  ['invoice', '发票管理员'],
  ['editor', '责任编辑'],
  ['chief_editor', '总编辑'],
  ['section_editor', '编辑室主任'],
  ['press_manager', '总编室编务'],
  ['proofreader', '责任校对'],
  ['typesetter', '排版'],
  ['archivist', '档案管理员'],
  ['journal_chief', '期刊主编'],
  ['journal_editor', '期刊编辑'],
  ['reviewer', '审稿专家'],
  ['judge', '大赛评委'],
  ['author', '作者'],
  ['scholar', '学者'],
  ['professor', '教授'],
];

const CONFIG: readonly (readonly [key: string, value: string, name: string, isPublic?: boolean])[] = [
  ['sys.account.captchaEnabled', 'true', '账号自助-验证码开关', true],
  ['sys.account.registerUser', 'true', '账号自助-是否开启用户注册功能', true],
  ['sys.login.blackIPList', '', '用户登录-黑名单列表'],
  ['site.name', '书舟', '站点名称', true],
  ['site.phone', '13800000000', '联系电话', true],
];

type Entries = readonly (readonly [value: string, label: string, listClass?: string])[];

const DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'sys_user_sex',
    '用户性别',
    [
      ['0', '男'],
      ['1', '女'],
      ['2', '未知'],
    ],
  ],
  [
    'sys_normal_disable',
    '系统开关',
    [
      ['0', '正常', 'primary'],
      ['1', '停用', 'danger'],
    ],
  ],
  [
    'sys_yes_no',
    '系统是否',
    [
      ['Y', '是', 'primary'],
      ['N', '否', 'danger'],
    ],
  ],
  [
    'sys_notice_type',
    '通知类型',
    [
      ['1', '通知', 'warning'],
      ['2', '公告', 'success'],
    ],
  ],
  [
    'publish_publication_status',
    '出版物状态',
    [
      ['draft', '待完善', 'info'],
      ['checking', '上架审核', 'primary'],
      ['rejected', '驳回', 'danger'],
      ['listed', '已上架', 'success'],
      ['delisted', '已下架', 'info'],
      ['recalled', '已召回', 'danger'],
    ],
  ],
  [
    'publish_publication_kind',
    '出版物类型',
    [
      ['book', '图书'],
      ['textbook', '数字教材'],
      ['audio', '音频'],
      ['video', '视频'],
      ['paper', '论文'],
    ],
  ],
  [
    'publish_publication_language',
    '语种',
    [
      ['zh', '中文'],
      ['en', '英语'],
      ['ja', '日语'],
      ['fr', '法语'],
      ['de', '德语'],
      ['ru', '俄语'],
      ['other', '其他'],
    ],
  ],
  [
    'publish_publication_drawing',
    '封面图案',
    [
      ['lit', '文学'],
      ['lang', '语言'],
      ['text', '教材'],
      ['pub', '编辑出版'],
      ['kids', '童书'],
    ],
  ],
];

const CATEGORIES: readonly (readonly [name: string, code: string, below: readonly (readonly [string, string])[]])[] = [
  [
    '文学',
    'I',
    [
      ['小说', 'I247'],
      ['散文随笔', 'I267'],
      ['诗歌', 'I227'],
    ],
  ],
  [
    '语言学习',
    'H',
    [
      ['英语', 'H31'],
      ['日语', 'H36'],
      ['法语', 'H32'],
      ['汉语', 'H1'],
    ],
  ],
  [
    '教材',
    'G64',
    [
      ['写作', 'H05'],
      ['翻译', 'H059'],
    ],
  ],
  [
    '编辑出版',
    'G23',
    [
      ['编辑学', 'G232'],
      ['出版研究', 'G23'],
    ],
  ],
  [
    '童书',
    'I28',
    [
      ['故事', 'I287'],
      ['科普', 'N49'],
    ],
  ],
];

type Base = { createBy: string; createTime: number; updateTime: number };

const PUBLICATION_BUTTONS = [
  ['出版物查询', 'publish:publication:query'],
  ['出版物新增', 'publish:publication:add'],
  ['出版物修改', 'publish:publication:edit'],
  ['出版物删除', 'publish:publication:remove'],
  ['出版物上架审核', 'publish:publication:publish'],
  ['出版物下架', 'publish:publication:delist'],
] as const;

/** Role key to the actions of publications it holds, by the matrix of roles and areas. */
const PUBLICATION_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  works_admin: ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'],
  archivist: ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'],
  ops_admin: ['list', 'query', 'delist'],
  tally_admin: ['list', 'query'],
};

async function addMenus(tx: Tx, base: Base): Promise<void> {
  const add = async (row: {
    menuName: string;
    parentId: number;
    orderNum: number;
    menuType: 'M' | 'C' | 'F';
    path?: string;
    component?: string;
    perms?: string;
    icon?: string;
  }) =>
    (
      await tx
        .insertInto('menu')
        .values({ ...row, ...base })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const area = await add({ menuName: '出版物', parentId: 0, orderNum: 3, menuType: 'M', path: 'publication', icon: 'book' });
  const page = await add({
    menuName: '出版物列表',
    parentId: area,
    orderNum: 1,
    menuType: 'C',
    path: 'publicationList',
    component: 'publication/publicationList',
    perms: 'publish:publication:list',
    icon: 'list',
  });
  const byAction = new Map<string, number>([['list', page]]);
  for (const [index, [menuName, perms]] of PUBLICATION_BUTTONS.entries()) {
    byAction.set(perms.split(':')[2] ?? '', await add({ menuName, parentId: page, orderNum: index + 1, menuType: 'F', perms }));
  }
  const roles = await tx.selectFrom('role').select(['id', 'roleKey']).execute();
  for (const { id: roleId, roleKey } of roles) {
    const actions = PUBLICATION_RIGHTS[roleKey];
    if (!actions) continue;
    const menuIds = [area, ...actions.flatMap((action) => byAction.get(action) ?? [])];
    await tx
      .insertInto('roleMenu')
      .values(menuIds.map((menuId) => ({ roleId, menuId })))
      .execute();
  }
}

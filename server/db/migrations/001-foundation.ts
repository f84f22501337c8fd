import { sql, type Kysely } from 'kysely';
import { BASE as base, columns, type Columns } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const withId = (name: string, list: Columns) => columns(table(name).addColumn('id', engine.identityType, engine.identity), list);
  const index = (name: string, on: string, list: string[]) => db.schema.createIndex(name).on(on).columns(list).execute();
  const unique = (name: string, on: string, list: string[]) => db.schema.createIndex(name).unique().on(on).columns(list).execute();

  await withId('user', {
    userName: 'text',
    nickName: 'text',
    passwordHash: 'text',
    email: 'empty',
    phonenumber: 'empty',
    sex: '=2',
    avatar: 'empty',
    status: '=0',
    introduction: 'empty',
    loginIp: 'empty',
    loginDate: 'number?',
    ...base,
  }).execute();
  await sql`create unique index user_name_once on ${sql.table('user')} (lower(user_name))`.execute(db);
  await sql`create unique index user_phone_once on ${sql.table('user')} (phonenumber) where phonenumber <> ''`.execute(db);
  await sql`create unique index user_email_once on ${sql.table('user')} (lower(email)) where email <> ''`.execute(db);

  await withId('role', { roleKey: 'text', roleName: 'text', roleSort: 'number', dataScope: '=1', status: '=0', ...base }).execute();
  await unique('roleKeyOnce', 'role', ['roleKey']);
  await columns(table('userRole'), { userId: 'number', roleId: 'number' })
    .addPrimaryKeyConstraint('userRolePk', ['userId', 'roleId'] as never)
    .execute();
  await withId('menu', {
    menuName: 'text',
    parentId: 'number',
    orderNum: 'number',
    path: 'empty',
    component: 'empty',
    query: 'empty',
    routeName: 'empty',
    isFrame: '=1',
    isCache: '=0',
    menuType: 'text',
    visible: '=0',
    status: '=0',
    perms: 'empty',
    icon: 'empty',
    ...base,
  }).execute();
  await columns(table('roleMenu'), { roleId: 'number', menuId: 'number' })
    .addPrimaryKeyConstraint('roleMenuPk', ['roleId', 'menuId'] as never)
    .execute();

  await columns(
    table('session').addColumn('id', 'text', (c) => c.primaryKey()),
    {
      userId: 'number',
      createTime: 'number',
      lastSeen: 'number',
      expiresAt: 'number',
      ip: 'text',
      userAgent: 'text',
    },
  ).execute();
  await index('sessionUser', 'session', ['userId']);
  await withId('loginLog', { userName: 'text', ip: 'text', userAgent: 'text', status: 'text', msg: 'text', loginTime: 'number' }).execute();
  await columns(
    table('cacheEntry').addColumn('key', 'text', (c) => c.primaryKey()),
    { value: 'text', expiresAt: 'number' },
  ).execute();
  await index('cacheEntryExpires', 'cacheEntry', ['expiresAt']);

  await withId('dictType', { dictName: 'text', dictType: 'text', status: '=0', isPublic: '=0', ...base }).execute();
  await unique('dictTypeOnce', 'dictType', ['dictType']);
  await withId('dictData', {
    dictType: 'text',
    dictSort: 'number',
    dictLabel: 'text',
    dictValue: 'text',
    cssClass: 'empty',
    listClass: '=default',
    isDefault: '=N',
    status: '=0',
    ...base,
  }).execute();
  await index('dictDataType', 'dictData', ['dictType', 'dictSort']);
  await withId('config', { configName: 'text', configKey: 'text', configValue: 'text', configType: '=N', isPublic: '=0', ...base }).execute();
  await unique('configKeyOnce', 'config', ['configKey']);

  await withId('file', {
    fileName: 'text',
    fileOriginName: 'text',
    url: 'text',
    size: 'number',
    mime: 'text',
    sha256: 'text',
    ownerId: 'number',
    isPublic: 'text',
    isTemporary: '=0',
    createTime: 'number',
  }).execute();
  await unique('fileNameOnce', 'file', ['fileName']);

  await withId('press', { pressName: 'text', isbnPrefix: 'empty', type: '=book', isSelf: '=0', address: 'empty', ...base }).execute();
  await withId('archiveType', {
    parentId: 'number',
    typeName: 'text',
    typeCode: 'empty',
    kind: 'empty',
    orderNum: 'number',
    status: '=0',
    ...base,
  }).execute();
  await unique('archiveTypeOnce', 'archiveType', ['parentId', 'typeName']);

  await withId('publication', {
    publishNo: 'text',
    kind: 'text',
    title: 'text',
    subtitle: 'empty',
    authorsText: 'text',
    translator: 'empty',
    pressId: 'number?',
    isbn: 'empty',
    edition: 'number',
    publishDate: 'empty',
    listPriceFen: 'zero',
    salePriceFen: 'zero',
    isFree: '=0',
    trialChapters: 'zero',
    language: '=zh',
    coverUrl: 'empty',
    drawing: '=lit',
    coverColour: 'empty',
    coverFormat: 'empty',
    brief: 'empty',
    intro: 'empty',
    authorIntro: 'empty',
    archiveTypeId: 'number?',
    tags: '=[]',
    recommend: '=0',
    orderNum: 'zero',
    downloadable: '=1',
    viewNum: 'zero',
    collectNum: 'zero',
    downloadNum: 'zero',
    readerNum: 'zero',
    scoreSum: 'zero',
    scoreCount: 'zero',
    status: '=draft',
    rejectReason: 'empty',
    submitBy: 'number?',
    listTime: 'number?',
    editionId: 'number?',
    ...base,
  }).execute();
  await unique('publicationNoOnce', 'publication', ['publishNo']);
  await sql`create unique index publication_isbn_once on publication (isbn) where isbn <> '' and del_flag = '0'`.execute(db);
  await sql`create index publication_new on publication (status, del_flag, list_time desc, id desc)`.execute(db);
  await sql`create index publication_hot on publication (status, del_flag, view_num desc, id desc)`.execute(db);
  await sql`create index publication_free on publication (status, del_flag, is_free, list_time desc, id desc)`.execute(db);
  await sql`create index publication_kind on publication (status, del_flag, kind, list_time desc, id desc)`.execute(db);
  await sql`create index publication_type on publication (archive_type_id, status, list_time desc, id desc)`.execute(db);
  await sql`create index publication_updated on publication (del_flag, update_time desc, id desc)`.execute(db);

  await withId('edition', {
    publicationId: 'number',
    folder: 'text',
    sourceName: 'text',
    sourceSha256: 'text',
    sourceBytes: 'number',
    bytes: 'number',
    files: 'number',
    characters: 'number',
    documents: 'number',
    createBy: 'text',
    createTime: 'number',
  }).execute();
  await index('editionPublication', 'edition', ['publicationId']);
  await index('editionSource', 'edition', ['sourceSha256']);
  await withId('chapter', { editionId: 'number', orderNum: 'number', title: 'text', level: 'number', characters: 'number', href: 'text' }).execute();
  await unique('chapterOrder', 'chapter', ['editionId', 'orderNum']);
  await columns(table('editionFile'), { editionId: 'number', path: 'text', type: 'text', bytes: 'number', document: 'number' })
    .addPrimaryKeyConstraint('editionFilePk', ['editionId', 'path'] as never)
    .execute();
  await withId('bookText', { editionId: 'number', orderNum: 'number', text: 'text' }).execute();
  await index('bookTextEdition', 'bookText', ['editionId', 'orderNum']);
  await withId('preparation', {
    uploadId: 'text',
    fileName: 'text',
    size: 'number',
    sha256: 'empty',
    state: 'text',
    message: 'empty',
    publicationId: 'number?',
    userId: 'number',
    createBy: 'text',
    createTime: 'number',
    attempts: 'zero',
    leaseUntil: 'zero',
    leaseBy: 'empty',
  }).execute();
  await unique('preparationUpload', 'preparation', ['uploadId']);
  await index('preparationState', 'preparation', ['state', 'id']);

  await withId('flowLog', {
    entityType: 'text',
    entityId: 'number',
    event: 'text',
    fromStatus: 'text',
    toStatus: 'text',
    operatorId: 'number',
    note: 'text',
    at: 'number',
  }).execute();
  await index('flowLogEntity', 'flowLog', ['entityType', 'entityId']);
  await withId('entitlement', {
    userId: 'number',
    publicationId: 'number',
    source: 'text',
    validFrom: 'number',
    validTo: 'number?',
    revoked: '=0',
    createBy: 'text',
    createTime: 'number',
  }).execute();
  await unique('entitlementOnce', 'entitlement', ['userId', 'publicationId']);

  await columns(table('readingProgress'), {
    userId: 'number',
    publicationId: 'number',
    editionId: 'number',
    cfi: 'text',
    percent: 'number',
    documentIndex: 'number',
    device: 'text',
    clock: 'number',
    updateTime: 'number',
  })
    .addPrimaryKeyConstraint('readingProgressPk', ['userId', 'publicationId'] as never)
    .execute();
  await index('readingProgressRecent', 'readingProgress', ['userId', 'updateTime']);
  await withId('collect', { userId: 'number', targetType: 'text', targetId: 'number', createTime: 'number' }).execute();
  await unique('collectOnce', 'collect', ['userId', 'targetType', 'targetId']);
  await columns(table('score'), { userId: 'number', publicationId: 'number', score: 'number', updateTime: 'number' })
    .addPrimaryKeyConstraint('scorePk', ['userId', 'publicationId'] as never)
    .execute();
  await withId('download', {
    userId: 'number',
    publicationId: 'number',
    editionId: 'number',
    device: 'text',
    ip: 'text',
    result: 'text',
    createTime: 'number',
  }).execute();
  await index('downloadUser', 'download', ['userId', 'createTime']);

  await withId('notice', {
    noticeTitle: 'text',
    noticeType: 'text',
    noticeContent: 'text',
    status: 'text',
    topFlag: '=0',
    publishTime: 'number?',
    expireTime: 'number?',
    viewNum: 'zero',
    ...base,
  }).execute();
  await withId('banner', {
    title: 'text',
    subtitle: 'empty',
    note: 'empty',
    image: 'empty',
    drawing: 'empty',
    position: 'text',
    linkType: 'text',
    linkValue: 'empty',
    startTime: 'number?',
    endTime: 'number?',
    orderNum: 'number',
    status: 'text',
    ...base,
  }).execute();
  await withId('slogan', { content: 'text', source: 'empty', position: 'text', orderNum: 'number', status: 'text', ...base }).execute();
  await columns(
    table('searchWord').addColumn('word', 'text', (c) => c.primaryKey()),
    { hits: 'number', lastTime: 'number' },
  ).execute();
  await columns(
    table('sequence').addColumn('name', 'text', (c) => c.primaryKey()),
    { value: 'number' },
  ).execute();

  await engine.createWordIndex(db, 'publication_words');
  await engine.createWordIndex(db, 'book_text_words');
}

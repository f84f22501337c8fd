import { sql, type Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Back-office tables: departments and posts, logs, jobs, organisations and groups, site content, the recycle bin and the generator. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, link, extend, index, unique, uniqueLive } = tables(db, engine);

  await create('dept', {
    parentId: 'zero',
    /** Ids from the root down, `0,100,101`. */
    ancestors: 'empty',
    deptName: 'text',
    orderNum: 'zero',
    leader: 'empty',
    phone: 'empty',
    email: 'empty',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('dept_once', 'dept', 'parent_id, dept_name');
  await create('post', { postCode: 'text', postName: 'text', postSort: 'zero', status: '=0', ...BASE });
  await uniqueLive('post_code_once', 'post', 'post_code');
  await uniqueLive('post_name_once', 'post', 'post_name');
  await link('userPost', { userId: 'number', postId: 'number' }, ['userId', 'postId']);
  await link('roleDept', { roleId: 'number', deptId: 'number' }, ['roleId', 'deptId']);
  await extend('user', {
    deptId: 'number?',
    userModeId: 'number?',
    collegeId: 'number?',
    pressId: 'number?',
    realName: 'empty',
    idCardNo: 'empty',
    realNameStatus: '=none',
    pwdUpdateDate: 'number?',
  });
  await index('userDept', 'user', ['deptId']);
  await extend('role', { menuCheckStrictly: '=1', deptCheckStrictly: '=1' });
  await index('userRoleRole', 'userRole', ['roleId']);
  await index('roleMenuMenu', 'roleMenu', ['menuId']);

  await create('operLog', {
    title: 'text',
    businessType: 'zero',
    method: 'empty',
    requestMethod: 'empty',
    operatorType: 'zero',
    operName: 'empty',
    deptName: 'empty',
    operUrl: 'empty',
    operIp: 'empty',
    operLocation: 'empty',
    operParam: 'empty',
    jsonResult: 'empty',
    status: 'zero',
    errorMsg: 'empty',
    operTime: 'number',
    costTime: 'zero',
    deptId: 'number?',
    userId: 'number?',
  });
  await index('operLogTime', 'operLog', ['operTime']);
  await index('loginLogTime', 'loginLog', ['loginTime']);
  await extend('loginLog', { browser: 'empty', os: 'empty', loginLocation: 'empty' });
  await extend('session', { browser: 'empty', os: 'empty', loginLocation: 'empty' });

  await create('job', {
    jobName: 'text',
    jobGroup: '=DEFAULT',
    invokeTarget: 'text',
    cronExpression: 'text',
    /** 1 runs missed executions, 2 runs once, 3 does nothing. */
    misfirePolicy: '=3',
    /** 0 allows overlapping runs, 1 does not. */
    concurrent: '=1',
    status: '=1',
    /** Next due time; null while paused. */
    nextTime: 'number?',
    /** Time of a manual run request, in addition to the schedule. */
    askedAt: 'number?',
    leaseUntil: 'zero',
    leaseBy: 'empty',
    ...BASE,
  });
  await uniqueLive('job_once', 'job', 'job_name, job_group');
  await create('jobLog', {
    jobId: 'zero',
    jobName: 'text',
    jobGroup: 'text',
    invokeTarget: 'text',
    jobMessage: 'empty',
    status: '=0',
    exceptionInfo: 'empty',
    startTime: 'number',
    endTime: 'number',
  });
  await index('jobLogTime', 'jobLog', ['startTime']);

  await create('userMode', {
    modeKey: 'text',
    modeName: 'text',
    defaultRoleIds: '=[]',
    needAudit: '=0',
    needRealName: '=0',
    requiredMaterials: '=[]',
    quotaArchives: 'zero',
    quotaStorageMb: 'zero',
    orderNum: 'zero',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('user_mode_once', 'user_mode', 'mode_key');
  await create('account', {
    userId: 'number',
    identityType: 'text',
    identifier: 'text',
    verified: '=0',
    lockedUntil: 'number?',
    failCount: 'zero',
    lastLoginTime: 'number?',
    cancelStatus: '=none',
    ...BASE,
  });
  await uniqueLive('account_once', 'account', 'identity_type, identifier');
  await index('accountUser', 'account', ['userId']);

  await create('college', {
    collegeName: 'text',
    collegeCode: 'empty',
    level: '=本科',
    areaId: 'number?',
    address: 'empty',
    logo: 'empty',
    website: 'empty',
    contactName: 'empty',
    contactPhone: 'empty',
    cooperation: '=0',
    intro: 'empty',
    orderNum: 'zero',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('college_once', 'college', 'college_name');
  await extend('press', {
    licenseNo: 'empty',
    licenseExpireDate: 'empty',
    supervisor: 'empty',
    sponsor: 'empty',
    postcode: 'empty',
    phone: 'empty',
    email: 'empty',
    logo: 'empty',
    creditCode: 'empty',
  });
  await uniqueLive('press_name_once', 'press', 'press_name');
  await uniqueLive('press_prefix_once', 'press', 'isbn_prefix', "isbn_prefix <> ''");
  await create('author', {
    userId: 'number',
    penName: 'empty',
    region: '=china',
    nationality: 'empty',
    title: 'empty',
    workUnit: 'empty',
    education: 'empty',
    fields: 'empty',
    biography: 'empty',
    photo: 'empty',
    bankName: 'empty',
    bankBranch: 'empty',
    bankAccountNo: 'empty',
    bankAccountName: 'empty',
    authorLevel: '=ordinary',
    auditStatus: '=pending',
    ...BASE,
  });
  await uniqueLive('author_once', 'author', 'user_id');
  await create('scholar', {
    userId: 'number?',
    scholarName: 'text',
    namePinyin: 'empty',
    avatar: 'empty',
    dynasty: 'empty',
    collegeId: 'number?',
    title: 'empty',
    researchField: 'empty',
    discipline: 'empty',
    intro: 'empty',
    achievements: 'empty',
    homepage: 'empty',
    recommend: '=0',
    orderNum: 'zero',
    status: '=draft',
    viewNum: 'zero',
    ...BASE,
  });
  await index('scholarName', 'scholar', ['scholarName']);
  await create('professor', {
    userId: 'number',
    collegeId: 'number?',
    title: 'text',
    expertise: 'text',
    tutorEnabled: '=0',
    tutorPriceFen: 'zero',
    tutorMinutes: 'zero',
    reviewEnabled: '=0',
    yearsActive: 'zero',
    intro: 'empty',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('professor_once', 'professor', 'user_id');
  await create('userGroup', {
    groupKey: 'text',
    userId: 'number',
    level: 'empty',
    fields: 'empty',
    certificateNo: 'empty',
    joinedAt: 'number?',
    maxConcurrent: 'zero',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('user_group_once', 'user_group', 'group_key, user_id');
  await create('applyForLog', {
    applyNo: 'text',
    userId: 'number',
    targetMode: 'text',
    realName: 'text',
    unit: 'empty',
    reason: 'text',
    materials: '=[]',
    status: 'text',
    auditBy: 'empty',
    auditTime: 'number?',
    auditOpinion: 'empty',
    expireAt: 'number?',
    ...BASE,
  });
  await unique('applyNoOnce', 'applyForLog', ['applyNo']);
  await sql`create unique index apply_open_once on apply_for_log (user_id, target_mode) where status in ('pending', 'supplement')`.execute(db);

  await create('area', {
    areaCode: 'text',
    parentCode: 'empty',
    areaName: 'text',
    level: 'number',
    pinyin: 'empty',
    orderNum: 'zero',
    ...BASE,
  });
  await unique('areaOnce', 'area', ['areaCode']);
  await index('areaParent', 'area', ['parentCode', 'orderNum']);
  await create('problem', { category: 'text', question: 'text', answer: 'text', orderNum: 'zero', viewNum: 'zero', status: '=0', ...BASE });
  await create('feedback', {
    userId: 'number?',
    type: 'text',
    content: 'text',
    images: '=[]',
    contact: 'empty',
    reply: 'empty',
    replyBy: 'empty',
    replyTime: 'number?',
    status: '=new',
    ...BASE,
  });
  await extend('notice', { audience: '=all', attachments: '=[]', submitBy: 'number?' });
  await link('noticeRead', { userId: 'number', noticeId: 'number', readTime: 'number' }, ['userId', 'noticeId']);
  await create('message', {
    userId: 'number',
    type: 'text',
    title: 'text',
    content: 'empty',
    link: 'empty',
    readAt: 'number?',
    createTime: 'number',
  });
  await index('messageUser', 'message', ['userId', 'createTime']);

  await create('programField', {
    entityType: 'text',
    fieldKey: 'text',
    label: 'text',
    component: 'text',
    dictType: 'empty',
    required: '=0',
    rules: '={}',
    span: 'number',
    orderNum: 'zero',
    status: '=0',
    ...BASE,
  });
  await uniqueLive('program_field_once', 'program_field', 'entity_type, field_key');
  await create('programBlock', {
    page: 'text',
    blockKey: 'text',
    title: 'text',
    note: 'empty',
    source: 'text',
    query: '={}',
    content: 'empty',
    limit: 'number',
    style: 'text',
    orderNum: 'zero',
    visible: '=1',
    ...BASE,
  });
  await uniqueLive('program_block_once', 'program_block', 'page, block_key');
  await extend('publication', { ext: '={}' });

  await create('recycleItem', {
    entityType: 'text',
    entityId: 'number',
    title: 'text',
    origin: 'empty',
    deletedBy: 'text',
    deletedById: 'number',
    deletedAt: 'number',
    expireAt: 'number',
  });
  await unique('recycleItemOnce', 'recycleItem', ['entityType', 'entityId']);

  await create('genTable', {
    tableName: 'text',
    tableComment: 'empty',
    subTableName: 'empty',
    subTableFkName: 'empty',
    className: 'empty',
    tplCategory: '=crud',
    tplWebType: 'empty',
    packageName: 'empty',
    moduleName: 'empty',
    businessName: 'empty',
    functionName: 'empty',
    functionAuthor: 'empty',
    formColNum: 'zero',
    genType: '=0',
    genPath: '=/',
    options: '={}',
    ...BASE,
  });
  await unique('genTableOnce', 'genTable', ['tableName']);
  await create('genTableColumn', {
    tableId: 'number',
    columnName: 'text',
    columnComment: 'empty',
    columnType: 'empty',
    javaType: 'empty',
    javaField: 'empty',
    isPk: 'empty',
    isIncrement: 'empty',
    isRequired: 'empty',
    isInsert: 'empty',
    isEdit: 'empty',
    isList: 'empty',
    isQuery: 'empty',
    queryType: '=EQ',
    htmlType: '=input',
    dictType: 'empty',
    sort: 'zero',
    ...BASE,
  });
  await index('genTableColumnTable', 'genTableColumn', ['tableId']);

  // Seeded rows are not seeded again: staff may have removed them since.
  await link('planted', { key: 'text', plantTime: 'number' }, ['key']);
}

import { crud } from '../crud.ts';
import { choice, date, integer, optionalText, reference, remark, shown, shownNumber, status } from '../field.ts';

export const STATIONS = ['chief_editor', 'section_editor', 'editor', 'proofreader', 'typesetter', 'press_manager', 'archivist'] as const;
export type Station = (typeof STATIONS)[number];
export const QUALIFICATIONS = ['助理编辑', '编辑', '副编审', '编审', '助理校对', '校对员', '一级校对', '技术编辑'] as const;

/** #73: who may do which work of the pipeline; a station gives the matching role. */
export const pressUser = crud('/press/user', {
  name: '岗位人员',
  permission: 'press:user',
  key: 'pressUserId',
  title: 'nickName',
  fields: {
    userId: reference('人员', { required: true, of: 'person', fixedOnceSaved: true }),
    station: choice('岗位', 'press_user_station', STATIONS, undefined, { fixedOnceSaved: true }),
    qualification: choice('职称', 'press_user_qualification', QUALIFICATIONS),
    certNo: optionalText('责任编辑证号', 40),
    validTo: date('证书有效期至'),
    maxTasks: integer('同时承担上限', 1, 50, 10, { help: '手上的稿件到了这个数，就不再派给此人' }),
    status: status(),
    remark: remark(),
  },
  shown: {
    nickName: shown('姓名'),
    userName: shown('登录名'),
    workload: shownNumber('在手任务'),
  },
  filter: { nickName: 'own', station: 'equal', qualification: 'equal', status: 'equal' },
  sort: ['createTime', 'validTo', 'maxTasks'],
});

/** Days on which a colleague takes over new tasks. */
export const absence = crud('/press/absence', {
  name: '休假代理',
  permission: 'press:absence',
  key: 'absenceId',
  title: 'nickName',
  fields: {
    userId: reference('休假人', { required: true, of: 'person', fixedOnceSaved: true }),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true }),
    deputyId: reference('代理人', { required: true, of: 'person' }),
    reason: optionalText('说明', 200),
  },
  shown: { nickName: shown('休假人姓名'), deputyName: shown('代理人姓名'), openTasks: shownNumber('在手任务') },
  filter: { nickName: 'own' },
  sort: ['startDate', 'endDate'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});

import { ANNOTATION_MENU } from './annotation/annotation.area.ts';
import { CATALOG_MENU } from './catalog/catalog.area.ts';
import { COMMENT_MENU } from './comment/comment.area.ts';
import { COMMERCE_MENU } from './commerce/commerce.area.ts';
import { EARNINGS_MENU } from './earnings/earnings.area.ts';
import { COMPOSITION_MENU } from './composition/composition.area.ts';
import { CONTEST_MENU } from './contest/contest.area.ts';
import { CONTENT_MENU } from './content/content.area.ts';
import { LIBRARY_MENU } from './library/library.area.ts';
import { MANUSCRIPT_MENU } from './manuscript/manuscript.area.ts';
import { MEDIA_MENU } from './media/media.area.ts';
import type { MenuEntry, MenuPage } from './menu.ts';
import { MONITOR_MENU } from './monitor/monitor.area.ts';
import { PERIODICAL_MENU } from './periodical/periodical.area.ts';
import { PROOF_MENU } from './proof/proof.area.ts';
import { PROTOCOL_MENU } from './protocol/protocol.area.ts';
import { REPORT_MENU } from './report/report.area.ts';
import { REVIEW_MENU } from './review/review.area.ts';
import { SCHOLAR_MENU } from './scholar/scholar.area.ts';
import { STRUCTURE_MENU } from './structure/structure.area.ts';
import { SYSTEM_MENU } from './system/system.area.ts';
import { TEMPLATE_MENU } from './template/template.area.ts';
import { TEACHING_MENU } from './teaching/teaching.area.ts';
import { TEXTBOOK_MENU } from './textbook/textbook.area.ts';
import { TOOL_MENU } from './tool/tool.area.ts';
import { TOPIC_MENU } from './topic/topic.area.ts';
import { TUTOR_MENU } from './tutor/tutor.area.ts';
import { WECHAT_MENU } from './wechat/wechat.area.ts';
import { WORKFLOW_MENU } from './workflow/workflow.area.ts';

/** The pages of all areas, in the order in which they appear in a shared directory. */
export const ALL_PAGES: readonly MenuPage[] = [
  ...SYSTEM_MENU,
  ...MONITOR_MENU,
  ...TOOL_MENU,
  ...WORKFLOW_MENU,
  ...STRUCTURE_MENU,
  ...SCHOLAR_MENU,
  ...MANUSCRIPT_MENU,
  ...REVIEW_MENU,
  ...PROTOCOL_MENU,
  ...COMPOSITION_MENU,
  ...PROOF_MENU,
  ...TOPIC_MENU,
  ...CATALOG_MENU,
  ...TEXTBOOK_MENU,
  ...TEACHING_MENU,
  ...ANNOTATION_MENU,
  ...MEDIA_MENU,
  ...COMMENT_MENU,
  ...CONTENT_MENU,
  ...CONTEST_MENU,
  ...LIBRARY_MENU,
  ...TUTOR_MENU,
  ...WECHAT_MENU,
  ...PERIODICAL_MENU,
  ...TEMPLATE_MENU,
  ...COMMERCE_MENU,
  ...EARNINGS_MENU,
  ...REPORT_MENU,
];

const DEPLOYMENT_BUTTONS = {
  'system:deployment:list': '流程部署列表',
  'system:deployment:query': '查询流程部署',
  'system:deployment:add': '新增流程部署',
  'system:deployment:edit': '修改流程部署',
  'system:deployment:remove': '删除流程部署',
  'system:deployment:export': '导出流程部署',
};

/** The directories of the back-office menu, in order; each follows its pages. */
const DIRECTORIES: readonly MenuEntry[] = [
  { name: '系统管理', path: 'system', icon: 'system', below: [{ name: '日志管理', path: 'log', icon: 'log' }] },
  { name: '系统监控', path: 'monitor', icon: 'monitor' },
  { name: '系统工具', path: 'tool', icon: 'tool' },
  { name: '流程管理', path: 'flowable', icon: 'workflow', buttons: DEPLOYMENT_BUTTONS },
  { name: '任务管理', path: 'task', icon: 'job' },
  { name: '机构管理', path: 'structure', icon: 'tree' },
  { name: '学者馆', path: 'houseScholars', icon: 'education' },
  {
    name: '编辑出版',
    path: 'press',
    icon: 'audit',
    below: [
      { name: '选题论证', path: 'topicsSession', icon: 'peoples' },
      { name: '三审', path: 'audit', icon: 'audit' },
      { name: '三校一读', path: 'proofread', icon: 'read' },
    ],
  },
  { name: '作者', path: 'author', icon: 'user' },
  { name: '出版物', path: 'publication', icon: 'book' },
  {
    name: '内容管理',
    path: 'cms',
    icon: 'documentation',
    below: [
      { name: '稿件', path: 'archive', icon: 'documentation' },
      { name: '评论管理', path: 'comment', icon: 'message' },
      { name: '用户记录', path: 'info', icon: 'log' },
      { name: '公众号', path: 'wechat', icon: 'chart' },
    ],
  },
  { name: '交易', path: 'pay', icon: 'money' },
  { name: '收益', path: 'earnings', icon: 'money' },
  { name: '栏目配置', path: 'program', icon: 'component' },
  { name: '回收站', path: 'recycleBin', icon: 'delete' },
];

function withPages(directory: MenuEntry, above: string): MenuEntry {
  const key = above + directory.path;
  return {
    ...directory,
    below: [...ALL_PAGES.filter((one) => one.directory === key), ...(directory.below ?? []).map((one) => withPages(one, `${key}/`))],
  };
}

/** The default menu of the back office, in order: the directories with the pages of all areas, then pages without a directory. */
export const MENUS: readonly MenuEntry[] = [...DIRECTORIES.map((one) => withPages(one, '')), ...ALL_PAGES.filter((one) => one.directory === '')];

/** A page as the default menu opens it. */
export interface MenuPlace {
  readonly path: string;
  readonly title: string;
  readonly component: string;
}

const placesOf = (entry: MenuEntry, above: string): MenuPlace[] => [
  ...(entry.component ? [{ path: `${above}/${entry.path}`, title: entry.name, component: entry.component }] : []),
  ...(entry.below ?? []).flatMap((one) => placesOf(one, `${above}/${entry.path}`)),
];

/** All pages of the default menu. */
export const MENU_PLACES: readonly MenuPlace[] = MENUS.flatMap((entry) => placesOf(entry, ''));

import { problem } from '../../../contract/system/problem.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const problems = resource(problem, {
  columns: ['question', 'category', 'orderNum', 'viewNum', 'status', 'updateTime'],
  search: ['question', 'category', 'status'],
  form: ['category', 'orderNum', 'question', 'answer', 'status', 'remark'],
  empty: '暂无问题',
  widths: { question: 320, orderNum: 90, viewNum: 90, status: 90 },
  formColumns: 1,
  lost: () => '移入回收站，30 天内可以恢复；前台马上不再显示。',
});

/** #103: frequently asked questions of readers. */
export const ProblemPage = () => <ResourcePage resource={problems} />;

import { scholar } from '../../../contract/structure/scholar.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const scholars = resource(scholar, {
  columns: ['scholarName', 'title', 'collegeName', 'researchField', 'discipline', 'recommend', 'orderNum', 'status'],
  search: ['scholarName', 'collegeId', 'recommend', 'status'],
  form: [
    'scholarName',
    'namePinyin',
    'userId',
    'collegeId',
    'title',
    'discipline',
    'dynasty',
    'homepage',
    'recommend',
    'orderNum',
    'status',
    'researchField',
    'avatar',
    'intro',
    'achievements',
    'remark',
  ],
  empty: '暂无学者',
  lost: () => '学者馆里不再有他的页面。30 天内可在回收站恢复。',
});

/** #65: scholars of 学者馆, living or historical. */
export const ScholarPage = () => <ResourcePage resource={scholars} />;

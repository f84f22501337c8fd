import { professor } from '../../../contract/structure/professor.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const professors = resource(professor, {
  columns: ['nickName', 'title', 'collegeName', 'expertise', 'tutorEnabled', 'tutorPriceFen', 'reviewEnabled', 'status'],
  search: ['nickName', 'title', 'tutorEnabled', 'tutorPriceFen', 'status'],
  form: [
    'userId',
    'title',
    'collegeId',
    'yearsActive',
    'tutorEnabled',
    'reviewEnabled',
    'tutorPriceFen',
    'tutorMinutes',
    'status',
    'expertise',
    'intro',
    'remark',
  ],
  empty: '暂无教授',
  shows: { tutorPriceFen: (values) => values['tutorEnabled'] === '1', tutorMinutes: (values) => values['tutorEnabled'] === '1' },
  lost: () => '他的教授身份和辅导资格一并取消。30 天内可在回收站恢复。',
});

/** #64: experts who tutor and review. */
export const ProfessorPage = () => <ResourcePage resource={professors} />;

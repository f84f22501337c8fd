import { page, type AdminArea } from '../ui/page-entry.ts';

const groups = () => import('./user-group.page.tsx');

export const structureArea: AdminArea = {
  pages: {
    'structure/college/index': page(async () => (await import('./college.page.tsx')).CollegePage),
    'structure/press/index': page(async () => (await import('./press.page.tsx')).PressPage),
    'author/authorList/index': page(async () => (await import('./author.page.tsx')).AuthorPage),
    'structure/professor/index': page(async () => (await import('./professor.page.tsx')).ProfessorPage),
    'structure/chiefeditor/index': page(async () => (await groups()).ChiefEditorPage),
    'structure/editreview/index': page(async () => (await groups()).EditReviewPage),
    'structure/author/index': page(async () => (await groups()).AuthorGroupPage),
    'structure/regular/index': page(async () => (await groups()).RegularPage),
    'structure/applyForLog/index': page(async () => (await import('./apply-for-log.page.tsx')).ApplyForLogPage),
  },
};

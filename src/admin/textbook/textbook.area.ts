import { page, type AdminArea } from '../ui/page-entry.ts';

export const textbookArea: AdminArea = {
  pages: {
    'publication/accessCode/index': page(async () => (await import('./access-code.page.tsx')).AccessCodePage),
    'publication/question/index': page(async () => (await import('./question.page.tsx')).QuestionPage),
    'publication/textbook/index': page(async () => (await import('./textbook.page.tsx')).TextbookPage),
  },
};

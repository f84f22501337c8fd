import { page, type AdminArea } from '../ui/page-entry.ts';

export const commentArea: AdminArea = {
  pages: {
    'cms/comment/moderation/index': page(async () => (await import('./moderation.page.tsx')).ModerationPage),
    'cms/comment/list/index': page(async () => (await import('./comment.page.tsx')).CommentPage),
    'cms/message/index': page(async () => (await import('./author-message.page.tsx')).AuthorMessagePage),
    'cms/comment/word/index': page(async () => (await import('./sensitive-word.page.tsx')).SensitiveWordPage),
    'cms/comment/penalty/index': page(async () => (await import('./penalty.page.tsx')).PenaltyPage),
  },
};

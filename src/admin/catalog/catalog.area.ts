import { page, type AdminArea } from '../ui/page-entry.ts';

export const catalogArea: AdminArea = {
  pages: {
    'cms/collection/index': page(async () => (await import('./collection.page.tsx')).CollectionPage),
    'publication/channel/index': page(async () => (await import('./publish-channel.page.tsx')).PublishChannelPage),
    'publication/publicationList': page(async () => (await import('./publication.page.tsx')).PublicationPage),
    'program/field/index': page(async () => (await import('./program-field.page.tsx')).FieldPage),
  },
};

import { page, type AdminArea } from '../ui/page-entry.ts';

export const protocolArea: AdminArea = {
  pages: {
    'press/protocol/index': page(async () => (await import('./protocol.page.tsx')).ProtocolPage),
  },
};

import type { DocumentKind } from './document.ts';

/** #52–#58: kind of document and the name of its number in the address, by page. The titles are in manuscript.site.ts, which the home page loads. */
export const DOCUMENT_PAGES: Readonly<Record<string, { readonly kind: DocumentKind; readonly number: string }>> = {
  '/pageoffice': { kind: 'open', number: 'archiveId' },
  '/declarePageoffice': { kind: 'declare', number: 'topicId' },
  '/agreementPageoffice': { kind: 'agreement', number: 'protocolId' },
  '/previewPageoffice': { kind: 'preview', number: 'versionId' },
  '/auditPageoffice': { kind: 'audit', number: 'archiveId' },
  '/reportPageoffice': { kind: 'report', number: 'recordId' },
  '/dcOnlyOffice': { kind: 'collab', number: 'archiveId' },
};

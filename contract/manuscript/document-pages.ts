import type { DocumentKind } from './document.ts';

/** #52–#58: kind of document and the name of its number in the address, by page; and the page's title. */
export const DOCUMENT_PAGES: Readonly<Record<string, { readonly kind: DocumentKind; readonly number: string; readonly title: string }>> = {
  '/pageoffice': { kind: 'open', number: 'archiveId', title: '文稿编辑' },
  '/declarePageoffice': { kind: 'declare', number: 'topicId', title: '选题申报表文稿' },
  '/agreementPageoffice': { kind: 'agreement', number: 'protocolId', title: '协议文稿' },
  '/previewPageoffice': { kind: 'preview', number: 'versionId', title: '文稿预览' },
  '/auditPageoffice': { kind: 'audit', number: 'archiveId', title: '审稿文稿' },
  '/reportPageoffice': { kind: 'report', number: 'recordId', title: '报告文稿' },
  '/dcOnlyOffice': { kind: 'collab', number: 'archiveId', title: '协作文档' },
};

export const TEMPLATE_TYPES = [
  'declaration',
  'minutes',
  'protocol',
  'auditReport',
  'composition',
  'cip',
  'certificate',
  'acceptance',
  'authorisation',
  'notification',
] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export const TEMPLATE_TYPE_NAMES: Readonly<Record<TemplateType, string>> = {
  declaration: '选题申报表',
  minutes: '会议纪要',
  protocol: '出版协议',
  auditReport: '审读报告',
  composition: '版式单',
  cip: 'CIP申请表',
  certificate: '证书',
  acceptance: '采用通知',
  authorisation: '授权书',
  notification: '通知',
};

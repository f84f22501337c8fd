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

/** Where the product makes the document of a type: from its default template. */
export const TEMPLATE_USES: Readonly<Record<TemplateType, string>> = {
  declaration: '选题详情里的“申报表”',
  minutes: '论证会议里的“会议纪要”',
  protocol: '出版协议的“协议文稿”；送审时定下模板，以后换模板不改变已送审的协议',
  auditReport: '三审任务里的“审读报告”',
  composition: '排版详情“版面与校样”里的“下载版式单”',
  cip: '排版详情“版权页”里的“CIP申请表”',
  certificate: '赛事获奖者的证书',
  acceptance: '三审通过以后，稿件详情里的“采用通知”，作者在“出版进度”里也能下载',
  authorisation: '编辑加工“授权清单”里每一项的“授权书”',
  notification: '稿件详情“给作者的信”里每一封的“下载通知”',
};

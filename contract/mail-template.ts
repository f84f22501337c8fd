/** Stands for the secret of a link in every stored text. */
export const SECRET_MASK = '••••••••';

/**
 * The mails of the product. `secret`: the mail contains a link that works without signing in; its secret is stored only encrypted.
 * `subscription`: the recipient may unsubscribe with one click.
 */
export const MAIL_TEMPLATES = {
  password: { name: '找回密码', secret: true, subscription: false },
  confirm: { name: '确认邮箱', secret: true, subscription: false },
  authorConfirm: { name: '作者确认', secret: false, subscription: false },
  审稿邀请: { name: '审稿邀请', secret: true, subscription: false },
  审稿通知: { name: '审稿通知', secret: false, subscription: false },
  发票: { name: '发票', secret: false, subscription: false },
  信件: { name: '信件', secret: false, subscription: false },
  报表: { name: '报表', secret: false, subscription: false },
  消息通知: { name: '消息通知', secret: false, subscription: true },
} as const;
export type MailTemplate = keyof typeof MAIL_TEMPLATES;

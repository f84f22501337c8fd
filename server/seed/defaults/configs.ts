import { INVOICE } from '../../../contract/commerce/invoice-limits.ts';
import { OFFLINE, SEATS } from '../../../contract/commerce/order-limits.ts';
import { SPREAD } from '../../../contract/commerce/spread/spread-limits.ts';
import { PAYOUT_COLUMNS } from '../../../contract/earnings/payout.ts';
import { MB } from '../../../contract/limits.ts';
import { DEFAULT_UPLOAD_RULES, UPLOAD_KEYS } from '../../../contract/system/upload-rules.ts';

const VAT_KINDS = [
  ['book', '电子书'],
  ['textbook', '数字教材'],
  ['paper', '数字报刊'],
  ['audio', '有声书'],
  ['video', '视频'],
] as const;

/** Parameters: key, value, name, and whether an anonymous visitor may read it. */
export const CONFIG: readonly (readonly [key: string, value: string, name: string, isPublic?: boolean])[] = [
  ['sys.account.captchaEnabled', 'true', '账号自助-验证码开关', true],
  ['sys.account.registerUser', 'true', '账号自助-是否开启用户注册功能', true],
  ['sys.login.blackIPList', '', '用户登录-黑名单列表'],
  ['sys.account.schoolNetworks', '', '用户登录-学校的网络（IP或CIDR，分号分开；一个地址上很多人登录，登录失败的次数上限较宽）'],
  ['sys.index.skinName', 'skin-blue', '主框架页-默认皮肤样式名称'],
  ['sys.index.sideTheme', 'theme-dark', '主框架页-侧边栏主题'],
  // Empty: each new user gets a random password, which is shown once and must be changed at the first sign-in.
  ['sys.user.initPassword', '', '用户管理-账号初始密码（留空则随机生成）'],
  ['sys.account.initPasswordModify', '1', '用户管理-初始密码修改策略'],
  ['sys.account.passwordValidateDays', '0', '用户管理-账号密码更新周期（天，0为不限）'],
  ['sys.account.chrtype', '0', '用户管理-密码字符范围'],
  ['sys.account.secondFactor', 'off', '用户管理-两步验证（off不要求，staff后台人员须有，all所有人须有）'],
  ['sys.account.confirmMinutes', '15', '用户管理-危险操作前须重新确认身份的间隔（分钟，0为不要求）'],
  ['cms.content.audit', 'true', '内容管理-公告等内容发布前须审核'],
  ['sys.log.retentionDays', '180', '日志管理-操作日志和登录日志的保留天数（不少于180）'],
  ['teaching.class.eraseYears', '3', '教学管理-结课多少年后清除姓名、学号、上传的文件和文字作答（年）'],
  ['sys.download.devices', '5', '下载管理-一份授权可保存到的设备数（台）'],
  ['sys.download.parallel', '3', '下载管理-一份授权可同时下载的设备数（台）'],
  [UPLOAD_KEYS.images, DEFAULT_UPLOAD_RULES.images.join(), '上传管理-可上传的图片类型（扩展名，逗号分隔）'],
  [UPLOAD_KEYS.documents, DEFAULT_UPLOAD_RULES.documents.join(), '上传管理-可上传的文件类型（扩展名，逗号分隔）'],
  [UPLOAD_KEYS.megabytes, String(DEFAULT_UPLOAD_RULES.bytes / MB), '上传管理-一个文件的大小上限（MB）'],
  [UPLOAD_KEYS.files, String(DEFAULT_UPLOAD_RULES.files), '上传管理-表单一个上传项的文件数上限'],
  ['flow.call.hosts', '', '流程-服务任务可调用的站点（https://域名，逗号分隔；内网站点写作 https://域名=地址）'],
  ['tool.build.dataHosts', '', '表单设计-表单可读取数据的站点（https://域名，逗号分隔；内网站点写作 https://域名=地址）'],
  ['tool.build.resourceHosts', '', '表单设计-代码预览可加载脚本和样式的站点（https://域名，逗号分隔）'],
  ['earnings.tutor.shareBp', '10000', '收益-辅导费归专家的比例（万分之）'],
  ['earnings.prize.taxCategory', '偶然所得', '收益-大赛奖金的所得项目（偶然所得、稿酬或劳务报酬）'],
  ['earnings.payout.columns', PAYOUT_COLUMNS.join(','), '打款批次-银行文件的列（用逗号分开，从这些列里选）'],
  ['earnings.payout.format', 'xlsx', '打款批次-银行文件的格式（xlsx、gbk或utf-8，后两种是csv）'],
  ['pay.offline.holder', '', '线下收款-收款单位（三项都填写后，买家可以选择对公转账）'],
  ['pay.offline.bank', '', '线下收款-开户银行'],
  ['pay.offline.account', '', '线下收款-银行账号'],
  ['pay.offline.days', String(OFFLINE.days), '线下收款-订单等待转账的天数'],
  ['pay.offline.leastFen', String(OFFLINE.leastFen), '线下收款-可选择对公转账的最低金额（分；没有其他支付方式时不限）'],
  ['pay.seats.least', String(SEATS.least), '团购-有优惠的最少份数'],
  ['pay.seats.most', String(SEATS.most), '团购-一单最多购买的份数'],
  ['pay.seats.discountBp', String(SEATS.discountBp), '团购-优惠后支付的比例（万分之，8800即八八折）'],
  ['pay.spread.days', String(SPREAD.days), '推广-点击链接后多少天内的订单计佣金'],
  ['pay.spread.defaultBp', String(SPREAD.defaultBp), '推广-作者自建链接的佣金比例（万分之）'],
  ['pay.spread.maxBp', String(SPREAD.maxBp), '推广-佣金比例的上限（万分之，不超过3000）'],
  ['pay.spread.confirmBp', String(SPREAD.confirmBp), '推广-超过这个佣金比例须由另一位同事批准（万分之）'],
  ...VAT_KINDS.map(([kind, name]) => [`pay.vat.${kind}`, '900', `发票-${name}的增值税税率（万分之）`] as const),
  ['pay.vat.service', '600', '发票-服务的增值税税率（万分之）'],
  ...VAT_KINDS.map(([kind, name]) => [`pay.invoice.goodsCode.${kind}`, '', `发票-${name}的商品和服务税收分类编码（19位）`] as const),
  ['pay.invoice.goodsCode.service', '', '发票-服务的商品和服务税收分类编码（19位）'],
  ['pay.invoice.days', String(INVOICE.days), '发票-支付后可申请开票的天数'],
  ['site.phone', '13800000000', '联系电话', true],
];

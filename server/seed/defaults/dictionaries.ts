import { CHANNEL_NAMES } from '../../../contract/catalog/publish-channel.ts';
import { editionChangeMachine } from '../../../contract/catalog/edition-change.machine.ts';
import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import { informationMachine } from '../../../contract/content/information.machine.ts';
import { applyMachine } from '../../../contract/structure/apply-for-log.machine.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { paymentMachine } from '../../../contract/commerce/payment.machine.ts';
import { campaignMachine } from '../../../contract/commerce/campaign/campaign.machine.ts';
import { spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import { suspenseEndMachine } from '../../../contract/commerce/recon/suspense-end.machine.ts';
import { reconDayMachine } from '../../../contract/commerce/recon/recon-day.machine.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { realNameMachine } from '../../../contract/system/real-name.machine.ts';
import { COMMENT_DICTIONARIES } from './comment-dictionaries.ts';
import { CONTEST_DICTIONARIES } from './contest-dictionaries.ts';
import { CONTENT_DICTIONARIES } from './content-dictionaries.ts';
import { earningBatchMachine } from '../../../contract/earnings/earning-batch.machine.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import { payeeDesignationMachine } from '../../../contract/earnings/payee-designation.machine.ts';
import { payeeMachine } from '../../../contract/earnings/payee.machine.ts';
import { payoutMachine } from '../../../contract/earnings/payout.machine.ts';
import { saleBatchMachine } from '../../../contract/earnings/sale-batch.machine.ts';
import { settlementMachine } from '../../../contract/earnings/settlement.machine.ts';
import { withdrawMachine } from '../../../contract/earnings/withdraw.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';
import { MANUSCRIPT_DICTIONARIES } from './manuscript-dictionaries.ts';
import { MONITOR_DICTIONARIES } from './monitor-dictionaries.ts';
import { COMPOSITION_DICTIONARIES } from './composition-dictionaries.ts';
import { PERIODICAL_DICTIONARIES } from './periodical-dictionaries.ts';
import { PROOF_DICTIONARIES } from './proof-dictionaries.ts';
import { PROTOCOL_DICTIONARIES } from './protocol-dictionaries.ts';
import { SYSTEM_DICTIONARIES } from './system-dictionaries.ts';
import { TEXTBOOK_DICTIONARIES } from './textbook-dictionaries.ts';
import { TOPIC_DICTIONARIES } from './topic-dictionaries.ts';
import { TUTOR_DICTIONARIES } from './tutor-dictionaries.ts';
import { WECHAT_DICTIONARIES } from './wechat-dictionaries.ts';
import { WORKFLOW_DICTIONARIES } from './workflow-dictionaries.ts';

/** Dictionaries that every screen uses for its values. The tag colour is the third element of an entry. */
export const DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'sys_user_sex',
    '用户性别',
    [
      ['0', '男'],
      ['1', '女'],
      ['2', '未知'],
    ],
  ],
  [
    'sys_normal_disable',
    '系统开关',
    [
      ['0', '正常', 'primary'],
      ['1', '停用', 'danger'],
    ],
  ],
  [
    'sys_yes_no',
    '系统是否',
    [
      ['Y', '是', 'primary'],
      ['N', '否', 'danger'],
    ],
  ],
  [
    'sys_yes_no_flag',
    '是否（数字）',
    [
      ['1', '是', 'primary'],
      ['0', '否', 'default'],
    ],
  ],
  [
    'sys_notice_type',
    '通知类型',
    [
      ['1', '通知', 'warning'],
      ['2', '公告', 'success'],
    ],
  ],
  ['publish_publication_status', '出版物状态', statesOf(publicationMachine)],
  ['publish_edition_change_status', '换文件状态', statesOf(editionChangeMachine)],
  [
    'publish_publication_kind',
    '出版物类型',
    [
      ['book', '图书'],
      ['textbook', '数字教材'],
      ['audio', '音频'],
      ['video', '视频'],
      ['paper', '论文'],
    ],
  ],
  [
    'publish_publication_language',
    '语种',
    [
      ['zh', '中文'],
      ['en', '英语'],
      ['ja', '日语'],
      ['fr', '法语'],
      ['de', '德语'],
      ['ru', '俄语'],
      ['other', '其他'],
    ],
  ],
  [
    'publish_publication_drawing',
    '封面图案',
    [
      ['lit', '文学'],
      ['lang', '语言'],
      ['text', '教材'],
      ['pub', '编辑出版'],
      ['kids', '童书'],
    ],
  ],
  [
    'structure_college_level',
    '院校办学层次',
    [
      ['本科', '本科'],
      ['专科', '专科'],
      ['其他', '其他'],
    ],
  ],
  [
    'structure_press_type',
    '出版社类型',
    [
      ['book', '图书'],
      ['av', '音像'],
      ['electronic', '电子'],
      ['periodical', '期刊'],
    ],
  ],
  [
    'structure_professor_title',
    '教授职称',
    [
      ['教授', '教授'],
      ['副教授', '副教授'],
      ['研究员', '研究员'],
      ['副研究员', '副研究员'],
      ['编审', '编审'],
      ['副编审', '副编审'],
    ],
  ],
  [
    'author_level',
    '作者级别',
    [
      ['ordinary', '普通作者', 'default'],
      ['signed', '签约作者', 'primary'],
      ['gold', '金牌作者', 'warning'],
    ],
  ],
  [
    'author_region',
    '作者地区',
    [
      ['china', '中国'],
      ['foreign', '外国'],
    ],
  ],
  ['author_education', '学历', ['专科', '本科', '硕士', '博士', '其他'].map((one) => [one, one] as const)],
  [
    'structure_scholar_status',
    '学者状态',
    [
      ['draft', '草稿', 'default'],
      ['published', '已发布', 'success'],
      ['hidden', '已隐藏', 'warning'],
    ],
  ],
  [
    'scholar_name_kind',
    '学者名字类别',
    [
      ['courtesy', '字'],
      ['art', '号'],
      ['pen', '笔名'],
      ['foreign', '外文名'],
      ['former', '曾用名'],
      ['other', '又名'],
    ],
  ],
  [
    'house_work_kind',
    '学者作品类别',
    [
      ['book', '图书'],
      ['paper', '论文'],
      ['translation', '译著'],
      ['textbook', '教材'],
      ['media', '音视频'],
      ['other', '其他'],
    ],
  ],
  [
    'house_work_role',
    '学者署名方式',
    [
      ['author', '著'],
      ['compiler', '编'],
      ['chief', '主编'],
      ['translator', '译'],
      ['annotator', '校注'],
    ],
  ],
  ['cms_information_status', '资讯状态', statesOf(informationMachine)],
  [
    'cms_information_category',
    '资讯栏目',
    [
      ['scholar', '学者动态'],
      ['meeting', '学术会议'],
      ['book', '新书'],
      ['trade', '行业'],
    ],
  ],
  ['publish_channel', '发布渠道', Object.entries(CHANNEL_NAMES)],
  [
    'publish_channel_status',
    '渠道状态',
    [
      ['pending', '待上架', 'warning'],
      ['on', '在售', 'success'],
      ['off', '已下架', 'info'],
    ],
  ],
  [
    'publish_collection_kind',
    '丛书专题类型',
    [
      ['series', '丛书'],
      ['topic', '专题'],
      ['anthology', '文集'],
    ],
  ],
  [
    'structure_scholar_discipline',
    '学科',
    [
      ['740', '语言学'],
      ['750', '文学'],
      ['760', '艺术学'],
      ['770', '历史学'],
      ['860', '新闻学与传播学'],
      ['870', '图书馆、情报与文献学'],
      ['880', '教育学'],
    ],
  ],
  [
    'structure_group_key',
    '用户组',
    [
      ['chiefeditor', '主编组'],
      ['editreview', '审读编辑组'],
      ['author', '作者组'],
      ['regular', '普通用户'],
    ],
  ],
  ['structure_apply_status', '身份申请状态', statesOf(applyMachine)],
  ['system_real_name_status', '实名认证状态', statesOf(realNameMachine)],
  ['pay_order_status', '订单状态', statesOf(orderMachine)],
  ['pay_payment_status', '支付状态', statesOf(paymentMachine)],
  ['pay_invoice_status', '发票状态', statesOf(invoiceMachine)],
  ['earnings_yield_status', '收益状态', statesOf(earningMachine)],
  ['earnings_batch_status', '收益批次状态', statesOf(earningBatchMachine)],
  ['earnings_settlement_status', '结算批次状态', statesOf(settlementMachine)],
  ['earnings_payee_status', '收款账户状态', statesOf(payeeMachine)],
  ['earnings_designation_status', '收款指定状态', statesOf(payeeDesignationMachine)],
  ['earnings_sale_status', '渠道销售批次状态', statesOf(saleBatchMachine)],
  ['earnings_withdraw_status', '提现状态', statesOf(withdrawMachine)],
  ['earnings_payout_status', '打款批次状态', statesOf(payoutMachine)],
  ['pay_recon_status', '对账状态', statesOf(reconDayMachine)],
  ['pay_suspense_status', '待查款处理状态', statesOf(suspenseEndMachine)],
  ['pay_spread_status', '推广链接状态', statesOf(spreadMachine)],
  ['pay_campaign_status', '限时折扣状态', statesOf(campaignMachine)],
  ['pay_refund_status', '退款状态', statesOf(refundMachine)],
  ...SYSTEM_DICTIONARIES,
  [
    'program_block_page',
    '区块页面',
    [
      ['home', '首页'],
      ['agreement', '用户协议'],
      ['reading', '阅读中心'],
      ['textbook', '数字教材'],
      ['scholar', '学者馆'],
    ],
  ],
  [
    'program_block_source',
    '区块内容来源',
    [
      ['publication', '出版物'],
      ['notice', '通知公告'],
      ['slogan', '标语'],
      ['scholar', '学者'],
      ['collection', '丛书专题'],
      ['information', '资讯'],
      ['wechatRank', '公众号榜'],
      ['contest', '大赛'],
      ['html', '自定义内容'],
    ],
  ],
  [
    'program_block_style',
    '区块样式',
    [
      ['carousel', '横向滑动'],
      ['grid', '宫格'],
      ['list', '列表'],
      ['rank', '排行'],
    ],
  ],
  [
    'program_block_sort',
    '区块排序',
    [
      ['new', '最新'],
      ['hot', '最热'],
      ['score', '评分'],
    ],
  ],
  ['program_field_entity_type', '自定义字段所属', [['publication', '出版物']]],
  [
    'program_field_component',
    '自定义字段控件',
    [
      ['input', '单行文字'],
      ['textarea', '多行文字'],
      ['number', '数字'],
      ['select', '下拉选择'],
      ['date', '日期'],
    ],
  ],
  ...COMMENT_DICTIONARIES,
  ...CONTENT_DICTIONARIES,
  ...CONTEST_DICTIONARIES,
  ...MONITOR_DICTIONARIES,
  ...TUTOR_DICTIONARIES,
  ...MANUSCRIPT_DICTIONARIES,
  ...COMPOSITION_DICTIONARIES,
  ...PERIODICAL_DICTIONARIES,
  ...PROOF_DICTIONARIES,
  ...PROTOCOL_DICTIONARIES,
  ...TEXTBOOK_DICTIONARIES,
  ...TOPIC_DICTIONARIES,
  ...WECHAT_DICTIONARIES,
  ...WORKFLOW_DICTIONARIES,
];

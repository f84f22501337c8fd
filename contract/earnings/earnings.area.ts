import { menuPage, type AreaMenu } from '../menu.ts';

export const EARNINGS_MENU: AreaMenu = [
  menuPage('收益管理', 'chart', 'earnings/yield/index', 'earnings:yield', {
    calculate: '计算',
    settle: '公示与结算',
    edit: '调整与冲正',
    'earnings:sale:list': '渠道销售',
    'earnings:sale:import': '导入渠道销售',
    'earnings:sale:confirm': '复核渠道销售',
    'earnings:statement:list': '对账单',
    'earnings:statement:export': '下载对账单',
    'earnings:tax:list': '税表',
    'earnings:tax:export': '导出税表',
    'earnings:tax:declare': '登记申报',
    'earnings:batch:list': '其他收益与期初余额',
    'earnings:batch:import': '导入其他收益',
    'earnings:batch:confirm': '复核其他收益',
    'earnings:voucher:export': '导出记账凭证',
    'earnings:payee:list': '收款人',
    'earnings:payee:edit': '登记收款人与收款指定',
    'earnings:payee:audit': '核实收款账户',
  }),
  menuPage('提现管理', 'money', 'earnings/withdraw/index', 'earnings:withdraw', { audit: '审核', pay: '打款' }),
];

import { menuPage, type AreaMenu } from '../menu.ts';

export const COMMERCE_MENU: AreaMenu = [
  menuPage('订单', 'money', 'pay/order/index', 'pay:order', {
    refund: '审核退款',
    offline: '登记线下收款',
    confirm: '复核收款与退款',
    adopt: '处理待查款',
    'pay:recon:list': '对账',
    'pay:recon:import': '导入账单',
    'pay:recon:resolve': '处理差异与平账',
  }),
  menuPage('推广', 'link', 'pay/spread/index', 'pay:spread', {
    add: '新增',
    edit: '暂停、恢复与结束',
    approve: '批准',
    export: '导出',
    'pay:campaign:list': '限时折扣',
    'pay:campaign:add': '新增限时折扣',
    'pay:campaign:edit': '修改、提交与结束限时折扣',
    'pay:campaign:approve': '批准限时折扣',
  }),
  menuPage('发票管理', 'form', 'pay/invoice/index', 'pay:invoice', { issue: '开具', reject: '驳回', red: '红冲' }),
];

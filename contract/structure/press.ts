import { crud } from '../crud.ts';
import { choice, date, image, optionalText, remark, text, yesNo } from '../field.ts';

export const press = crud('/structure/press', {
  name: '出版社',
  permission: 'structure:press',
  key: 'pressId',
  title: 'pressName',
  fields: {
    pressName: text('出版社名称', 60),
    isbnPrefix: optionalText('书号前缀', 20, [/^97[89]-7-\d{2,7}$/, '书号前缀形如 978-7-999999'], { help: '形如 978-7-999999' }),
    licenseNo: optionalText('出版许可证号', 40),
    licenseExpireDate: date('许可证到期日', { help: '到期前 90 天起会提醒' }),
    type: choice('类型', 'structure_press_type', ['book', 'av', 'electronic', 'periodical'], 'book'),
    supervisor: optionalText('主管单位', 60),
    sponsor: optionalText('主办单位', 60),
    address: optionalText('地址', 120),
    postcode: optionalText('邮编', 6, [/^\d{6}$/, '邮编须是6位数字']),
    phone: optionalText('电话', 20, [/^[\d\s()+-]{6,20}$/, '电话格式不正确']),
    email: optionalText('邮箱', 50, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式不正确']),
    logo: image('社标'),
    creditCode: optionalText('统一社会信用代码', 18, [/^[0-9A-HJ-NP-RTUWXY]{18}$/, '统一社会信用代码须是18位，不含I、O、S、V、Z']),
    isSelf: yesNo('本社', '0', { help: '全系统只有一家本社；选“是”会取代现在的本社' }),
    remark: remark(),
  },
  filter: { pressName: 'like', isbnPrefix: 'like', type: 'equal' },
  sort: ['pressName', 'licenseExpireDate', 'createTime'],
});

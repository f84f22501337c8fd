import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, optionalFlag, optionalText, remark, text } from '../field.ts';

/** The value is in `msg`, as compatible clients expect; an unknown key returns an empty string. */
export const configValue = endpoint('GET /system/config/configKey/{key}', {
  summary: '按键名取参数',
  access: 'public',
  params: z.object({ key: z.string().max(100) }),
  answer: z.object({ msg: z.string() }),
});

export const config = crud('/system/config', {
  name: '参数',
  permission: 'system:config',
  key: 'configId',
  title: 'configName',
  fields: {
    configName: text('参数名称', 100),
    configKey: text('参数键名', 100, [/^[A-Za-z][\w.-]*$/, '参数键名须以字母开头，只能有字母、数字和 . _ -']),
    configValue: optionalText('参数键值', 500),
    configType: choice('系统内置', 'sys_yes_no', ['Y', 'N'], 'N'),
    isPublic: optionalFlag('前台可用', { help: '前台页面（未登录）也可读取，请勿放入密钥' }),
    remark: remark(),
  },
  filter: { configName: 'like', configKey: 'like', configType: 'equal' },
  sort: ['configId', 'configName', 'configKey', 'createTime'],
});

export const refreshConfigs = endpoint('DELETE /system/config/refreshCache', { summary: '刷新参数缓存', access: 'system:config:remove' });

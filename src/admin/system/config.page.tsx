import { Button } from 'antd';
import { config, refreshConfigs } from '../../../contract/system/config.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const configs = resource(config, {
  columns: ['configName', 'configKey', 'configValue', 'configType', 'isPublic', 'remark', 'updateTime'],
  search: ['configName', 'configKey', 'configType'],
  form: ['configName', 'configKey', 'configValue', 'configType', 'isPublic', 'remark'],
  empty: '暂无参数',
  formColumns: 1,
  widths: { configName: 240, configKey: 240, configType: 100, isPublic: 100 },
  cell: { configKey: (row) => <span className="code">{row.configKey}</span> },
  toolbar: (tools) =>
    tools.may('system:config:remove') ? <Button onClick={() => void tools.act(() => call(refreshConfigs, {}), '参数已刷新')}>刷新缓存</Button> : null,
  lost: (rows) =>
    rows.some((row) => row.configType === 'Y') ? '其中有内置参数，内置参数不能删除。' : '参数删除后不能恢复，用到它的功能会回到默认值。',
});

/** #97: keys and values; a change applies at once on every server. */
export const ConfigPage = () => <ResourcePage resource={configs} />;

import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select } from 'antd';
import { roleOptions } from '../../../contract/system/role.ts';
import { userMode, type Material } from '../../../contract/system/usermode.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource, type ControlProps } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const modes = resource(userMode, {
  columns: ['modeName', 'modeKey', 'needAudit', 'needRealName', 'requiredMaterials', 'quotaArchives', 'quotaStorageMb', 'orderNum', 'status'],
  search: ['modeName', 'modeKey', 'status'],
  form: [
    'modeName',
    'modeKey',
    'defaultRoleIds',
    'needAudit',
    'needRealName',
    'requiredMaterials',
    'quotaArchives',
    'quotaStorageMb',
    'orderNum',
    'status',
    'remark',
  ],
  detail: [
    'modeName',
    'modeKey',
    'needAudit',
    'needRealName',
    'requiredMaterials',
    'quotaArchives',
    'quotaStorageMb',
    'status',
    'remark',
    'createTime',
  ],
  empty: '暂无模式',
  widths: { orderNum: 90, status: 90, requiredMaterials: 220, quotaStorageMb: 140 },
  control: { defaultRoleIds: (props) => <Roles {...props} />, requiredMaterials: (props) => <Materials {...props} /> },
  cell: { requiredMaterials: (row) => row.requiredMaterials.map((one) => one.label).join('、') || <span className="soft">不需要</span> },
  lost: () => '用户模式删除后不能恢复；已有用户的模式不能删除，可以改为停用。',
});

/** #92: user modes, and the documents they require. */
export const UserModePage = () => <ResourcePage resource={modes} />;

function Roles({ id, value, onChange }: ControlProps) {
  const { data = [], isFetching } = useQuery(queryOf(roleOptions, {}));
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear
      loading={isFetching}
      options={data.map((role) => ({ value: role.roleId, label: role.roleName }))}
      showSearch={{ optionFilterProp: 'label' }}
      value={(value ?? []) as number[]}
      placeholder="审核通过后自动得到的角色"
      onChange={(next: number[]) => onChange?.(next)}
    />
  );
}

/** The required documents: name, file types, maximum size. */
function Materials({ id, value, onChange }: ControlProps) {
  const list = (value ?? []) as readonly Material[];
  const put = (at: number, change: Partial<Material>) => onChange?.(list.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <div {...(id ? { id } : {})} style={{ display: 'grid', gap: 8 }}>
      {list.map((one, index) => (
        // oxlint-disable-next-line no-array-index-key -- a material is its place in the list
        <div key={index} style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <Input
            aria-label={`材料${index + 1}的名称`}
            placeholder="材料名称"
            maxLength={50}
            value={one.label}
            style={{ flex: '2 1 140px' }}
            onChange={(event) => put(index, { label: event.target.value })}
          />
          <Input
            aria-label={`材料${index + 1}的文件类型`}
            placeholder="文件类型 pdf,docx"
            maxLength={100}
            value={one.accept ?? ''}
            style={{ flex: '1 1 110px' }}
            onChange={(event) => put(index, { accept: event.target.value })}
          />
          <InputNumber
            aria-label={`材料${index + 1}的大小`}
            placeholder="MB"
            min={1}
            max={50}
            value={one.maxMb ?? null}
            suffix="MB"
            style={{ width: 96 }}
            onChange={(next) => put(index, next === null ? {} : { maxMb: next })}
          />
          <Button type="text" danger onClick={() => onChange?.(list.filter((_one, at) => at !== index))}>
            移除
          </Button>
        </div>
      ))}
      <Button disabled={list.length >= 10} onClick={() => onChange?.([...list, { label: '' }])}>
        添加材料
      </Button>
    </div>
  );
}

import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Radio, Select } from 'antd';
import { PAYEE_KINDS, registerPayee, type PayeeKind } from '../../../contract/earnings/payee-registration.ts';
import { ID_TYPE_NAMES, ID_TYPES, type IdType } from '../../../contract/system/identity-number.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { Labelled } from '../ui/labelled.tsx';

const EMPTY = { name: '', idCardNo: '', bank: '', branch: '', bankAccountNo: '' };
type Field = keyof typeof EMPTY;

/** Form with which finance registers a payee who cannot sign in. */
export function PayeeRegister({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries());
  const [kind, setKind] = useState<PayeeKind>('person');
  const [idType, setIdType] = useState<IdType>('idCard');
  const [values, setValues] = useState(EMPTY);
  const labels: readonly (readonly [Field, string])[] = [
    ['name', kind === 'person' ? '姓名' : '单位名称'],
    ['idCardNo', kind === 'person' ? '证件号码' : '统一社会信用代码'],
    ['bank', '开户银行'],
    ['branch', '支行（可不填）'],
    ['bankAccountNo', '银行账号'],
  ];
  const ready = labels.every(([field]) => field === 'branch' || values[field].trim() !== '');
  const save = async () => {
    if (await act(() => call(registerPayee, { body: { kind, idType, ...values } }), '已登记，由另一位财务人员核实')) onClose();
  };
  return (
    <Modal open title="登记收款人" okText="登记" cancelText="取消" okButtonProps={{ disabled: !ready }} onOk={() => void save()} onCancel={onClose}>
      <p className="soft">没有账号的作者、继承人、代理人或单位。结算以后自动进入待审核的提现，不必申请。</p>
      <Radio.Group
        aria-label="收款人"
        value={kind}
        options={(Object.keys(PAYEE_KINDS) as PayeeKind[]).map((value) => ({ value, label: PAYEE_KINDS[value] }))}
        onChange={({ target }) => setKind(target.value as PayeeKind)}
      />
      {kind === 'person' ? (
        <Labelled label="证件类型">
          {(id) => (
            <Select<IdType>
              id={id}
              value={idType}
              style={{ width: '100%' }}
              options={ID_TYPES.map((value) => ({ value, label: ID_TYPE_NAMES[value] }))}
              onChange={setIdType}
            />
          )}
        </Labelled>
      ) : (
        <p className="soft">付给单位的款不代扣个税，结算前登记对方开具的发票。</p>
      )}
      {labels.map(([field, label]) => (
        <Labelled key={field} label={label}>
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              autoComplete="off"
              value={values[field]}
              onChange={({ target }) => setValues({ ...values, [field]: target.value })}
            />
          )}
        </Labelled>
      ))}
    </Modal>
  );
}

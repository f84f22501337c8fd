import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import { uploadMoneyFile } from '../../../contract/commerce/invoice.ts';
import { addDesignation, DESIGNATION_KINDS, designationParties, type DesignationKind } from '../../../contract/earnings/payee-designation.ts';
import { payeeList } from '../../../contract/earnings/payee.ts';
import { metaOf, type StoredFile } from '../../../contract/field.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { FilesInput } from '../crud/field/files-input.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { Labelled } from '../ui/labelled.tsx';

/** Names another payee for an author of an agreement, with the document that allows it. */
export function DesignationForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries());
  const [typed, setTyped] = useState('');
  const [protocolNo, setProtocolNo] = useState('');
  const [party, setParty] = useState<string>();
  const [payeeId, setPayeeId] = useState<number>();
  const [kind, setKind] = useState<DesignationKind>('heir');
  const [reason, setReason] = useState('');
  const [document, setDocument] = useState<readonly StoredFile[]>([]);
  const found = useQuery({ ...queryOf(designationParties, { query: { protocolNo } }), enabled: protocolNo !== '', retry: false });
  const payees = useQuery(queryOf(payeeList, { query: { pageNum: 1, pageSize: 100 } }));
  const ready = found.data !== undefined && party !== undefined && payeeId !== undefined && reason.trim() !== '' && document.length > 0;
  const save = async () => {
    if (party === undefined || payeeId === undefined) return;
    const body = { protocolNo, party, payeeId, kind, reason: reason.trim(), document: [...document] };
    if (await act(() => call(addDesignation, { body }), '已提交，由另一位财务人员复核')) onClose();
  };
  return (
    <Modal open title="新增收款指定" okText="提交" cancelText="取消" okButtonProps={{ disabled: !ready }} onOk={() => void save()} onCancel={onClose}>
      <Labelled label="协议编号">
        {(id) => (
          <Input.Search
            id={id}
            value={typed}
            maxLength={40}
            enterButton="查找"
            onChange={({ target }) => setTyped(target.value)}
            onSearch={(text) => {
              setProtocolNo(text.trim());
              setParty(undefined);
            }}
          />
        )}
      </Labelled>
      {found.isError ? <p role="alert">没有编号为{protocolNo}的协议</p> : null}
      {found.data ? <p className="soft">《{found.data.title}》</p> : null}
      <Labelled label="作者">
        {(id) => (
          <Select<string>
            id={id}
            style={{ width: '100%' }}
            {...(party === undefined ? {} : { value: party })}
            disabled={!found.data}
            options={(found.data?.parties ?? []).map(({ name, share, hasAccount }) => ({
              value: name,
              label: `${name} · ${share / 100}%${hasAccount ? '' : ' · 没有账号'}`,
            }))}
            onChange={setParty}
          />
        )}
      </Labelled>
      <Labelled label="收款人（先在“收款人”里登记）">
        {(id) => (
          <Select<number>
            id={id}
            style={{ width: '100%' }}
            showSearch={{ optionFilterProp: 'label' }}
            {...(payeeId === undefined ? {} : { value: payeeId })}
            options={(payees.data?.rows ?? []).map((row) => ({ value: row.payeeId, label: `${row.nickName} · ${row.bank} 尾号${row.accountTail}` }))}
            onChange={setPayeeId}
          />
        )}
      </Labelled>
      <Labelled label="关系">
        {(id) => (
          <Select<DesignationKind>
            id={id}
            style={{ width: '100%' }}
            value={kind}
            options={(Object.keys(DESIGNATION_KINDS) as DesignationKind[]).map((value) => ({ value, label: DESIGNATION_KINDS[value] }))}
            onChange={setKind}
          />
        )}
      </Labelled>
      <Labelled label="依据">
        {(id) => <Input.TextArea id={id} rows={2} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Labelled>
      <Labelled label="证明文件">
        {(id) => (
          <FilesInput to={uploadMoneyFile} id={id} meta={metaOf(addDesignation.body.shape.document)} value={document} onChange={setDocument} />
        )}
      </Labelled>
    </Modal>
  );
}

import { useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ID_TYPE_NAMES, ID_TYPES, identityNumberFault, type IdType } from '../../../contract/system/identity-number.ts';
import { submitRealName } from '../../../contract/system/real-name.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Field } from './field.tsx';
import { MaterialsField, type Material } from './materials-field.tsx';
import './message.css';

interface Props {
  close: () => void;
  done: () => Promise<unknown>;
}

const EMPTY = { realName: '', idType: 'idCard' as IdType };

/** Name, document and its picture. The number is kept nowhere on the device: after a closed sheet it is typed again. */
export function RealNameSheet({ close, done }: Props) {
  const typeId = useId();
  const { values, change, saved } = useStoredForm('real-name', EMPTY);
  const { realName, idType } = values;
  const [idCardNo, setNumber] = useState('');
  const [materials, setMaterials] = useState<readonly Material[]>([]);
  const [wrong, setWrong] = useState('');
  const [numberWrong, setNumberWrong] = useState('');
  const send = useMutation({
    mutationFn: (fileId: number) => call(submitRealName, { body: { realName, idType, idCardNo, fileId } }),
    onSuccess: async () => {
      saved();
      void toast('已提交，请等待核实');
      await done();
      close();
    },
    onError: (error) => setWrong(error.message),
  });
  const submit = (): void => {
    const fault = identityNumberFault(idType, idCardNo);
    setNumberWrong(fault);
    const [material] = materials;
    setWrong(fault || material ? '' : '请上传证件的照片或扫描件');
    if (!fault && material) send.mutate(material.fileId);
  };
  return (
    <Sheet
      title="实名认证"
      close={close}
      foot={
        <button type="button" className="button button-fill button-tall button-wide" disabled={send.isPending} onClick={submit}>
          {send.isPending ? '正在提交…' : '提交认证'}
        </button>
      }
    >
      <div className="message-sheet">
        <p className="meta">号码加密保存，只有核实的工作人员能看到；您可以随时删除。</p>
        <Field name="realName" label="真实姓名" autoComplete="name" maxLength={30} value={realName} change={(next) => change({ realName: next })} />
        <div className="field">
          <div className="field-line">
            <label className="field-label" htmlFor={typeId}>
              证件类型
            </label>
            <select id={typeId} value={idType} onChange={(event) => (change({ idType: event.target.value as IdType }), setNumberWrong(''))}>
              {ID_TYPES.map((type) => (
                <option key={type} value={type}>
                  {ID_TYPE_NAMES[type]}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Field
          name="idCardNo"
          label="证件号码"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={idCardNo}
          error={numberWrong}
          change={setNumber}
          onBlur={() => setNumberWrong(idCardNo === '' ? '' : identityNumberFault(idType, idCardNo))}
        />
        <MaterialsField materials={materials} change={setMaterials} fail={setWrong} most={1} words="请上传证件有照片一面的照片或扫描件。" />
        {wrong ? (
          <p className="field-error" role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}

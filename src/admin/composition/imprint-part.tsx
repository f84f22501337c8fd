import { useState } from 'react';
import { Button, InputNumber, Select } from 'antd';
import { BINDINGS, PAGELESS } from '../../../contract/composition/composition.machine.ts';
import { saveImprint, type CompositionDetail } from '../../../contract/composition/composition.ts';
import { yuanNumber } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { Labelled } from '../ui/labelled.tsx';
import { useEdits } from '../ui/use-edits.ts';

const CipSheet = loadable(async () => (await import('./cip-sheet.tsx')).CipSheet);

/** ISBN and CIP from the pool of numbers, and binding, print run and price of the editor. */
export function ImprintPart({ one }: { one: CompositionDetail }) {
  const run = useEditCall();
  const [applying, setApplying] = useState(false);
  const {
    values: { binding, printRun, yuan },
    change,
    saved,
  } = useEdits({ binding: one.binding, printRun: one.printRun, yuan: one.priceFen > 0 ? yuanNumber(one.priceFen) : null });
  const save = async () => {
    const body = { compositionId: one.compositionId, version: one.version, binding, printRun, priceFen: Math.round((yuan ?? 0) * 100) };
    if (await run(() => call(saveImprint, { body }), '版权页数据已保存')) saved({ binding, printRun, yuan });
  };
  const locked = !one.writes.imprint;
  return (
    <section className="manuscript-part" aria-label="版权页">
      <dl className="composition-sums">
        <div>
          <dt>书号</dt>
          <dd>{one.isbn || <span className="soft">由档案管理员在书号池里预留</span>}</dd>
        </div>
        <div>
          <dt>CIP核字号</dt>
          <dd>{one.cipNo || <span className="soft">在书号池里登记</span>}</dd>
        </div>
      </dl>
      <div className="composition-grid">
        <Labelled label="装帧">
          {(id) => (
            <Select
              id={id}
              value={binding || null}
              disabled={locked}
              placeholder="装帧"
              options={BINDINGS.map((value) => ({ value, label: value }))}
              onChange={(picked) => change({ binding: picked })}
            />
          )}
        </Labelled>
        <Labelled label="印数（册）">
          {(id) => (
            <InputNumber
              id={id}
              value={printRun || null}
              disabled={locked}
              min={0}
              max={10_000_000}
              precision={0}
              onChange={(value) => change({ printRun: value ?? 0 })}
            />
          )}
        </Labelled>
        <Labelled label="定价（元）">
          {(id) => (
            <InputNumber id={id} value={yuan} disabled={locked} min={0} max={999_999} precision={2} onChange={(value) => change({ yuan: value })} />
          )}
        </Labelled>
      </div>
      <div className="cip-acts">
        {locked ? null : (
          <Button type="primary" onClick={() => void save()}>
            保存版权页
          </Button>
        )}
        {PAGELESS.has(one.kind) ? null : <Button onClick={() => setApplying(true)}>CIP申请表</Button>}
      </div>
      {one.lacking.length > 0 && one.status !== 'released' ? <p className="soft">付印前还缺：{one.lacking.join('、')}</p> : null}
      {applying ? <CipSheet compositionId={one.compositionId} title={one.title} onClose={() => setApplying(false)} /> : null}
    </section>
  );
}

import { Alert, Button } from 'antd';
import type { DataOf } from '../../../../contract/endpoint.ts';
import type { dryRunDefinition } from '../../../../contract/workflow/flow-definition.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useNarrow } from '../../ui/use-device.ts';

const WIDTH = 640;

/** All ways through the process, with the people who would get each node. Nothing is started. */
export function DryRun({
  result,
  onClose,
  onSelect,
}: {
  result: DataOf<typeof dryRunDefinition>;
  onClose: () => void;
  onSelect: (node: string) => void;
}) {
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : WIDTH} title="谁会收到" onClose={onClose}>
      <p className="soft">以{result.starter}为发起人，走一遍可能的路线；没有真的发起，也没有通知任何人。</p>
      {result.more ? <Alert type="info" showIcon title="路线太多，只列出一部分" /> : null}
      {result.ways.map((way, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- ways have no identity of their own
        <section key={at}>
          <h2>
            路线 {at + 1} {way.conditions.length > 0 ? <span className="soft">{way.conditions.join('，')}</span> : null}
          </h2>
          {way.complete ? null : <Alert type="error" showIcon title="这条路线走不到结束" />}
          <ol>
            {way.steps.map(({ node, name, method, people, note }, step) => (
              // oxlint-disable-next-line react/no-array-index-key -- a way may pass a node twice
              <li key={`${node} ${step}`}>
                <Button type="link" size="small" onClick={() => onSelect(node)}>
                  {name}
                </Button>{' '}
                {people.join('、')} <span className="soft">{[method, note].filter(Boolean).join('，')}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Drawer>
  );
}

import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react';
import { Skeleton, Tabs } from 'antd';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import { documentOf } from '../../../../../contract/workflow/form-palette.ts';
import { useDesigner } from '../designer.store.ts';
import { findField } from '../form-edit.ts';
import { FormSettings } from './form-settings.tsx';
import { loadFieldSettings } from './load-field-settings.ts';

/** The settings of components have many kinds of controls: they load after the canvas is shown. */
const FieldSettings = lazy(async () => ({ default: (await loadFieldSettings()).FieldSettings }));
const StructureSection = lazy(async () => ({ default: (await import('./structure-tree.tsx')).StructureSection }));

const loading = <Skeleton active title={false} paragraph={{ rows: 6 }} style={{ padding: 16 }} />;

interface Props {
  readonly deployed: boolean;
  /** Escape in the panel returns to the canvas. */
  readonly onLeave: () => void;
}

export function PropertyPanel({ deployed, onLeave }: Props) {
  const [tab, setTab] = useState<'field' | 'form'>('field');
  // Only plain values: a key press in a setting must not draw the tabs again.
  const none = useDesigner((state) => state.selected.length === 0);
  const manual = useDesigner((state) => {
    const only = state.selected.length === 1 ? findField(state.form.fields, state.selected[0] as number) : undefined;
    return only ? only.document || documentOf(only.tagIcon) : '';
  });
  const shown = none ? 'form' : tab;
  useEffect(() => void loadFieldSettings().catch(() => undefined), []);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onLeave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the controls inside
    <aside className="fd-panel" aria-label="属性" onKeyDown={leave}>
      {/* Beside the tabs, not in their list: a tab list contains tabs only. */}
      {manual && shown === 'field' ? (
        <a className="fd-doc" href={manual} target="_blank" rel="noopener noreferrer">
          <LinkOutlined aria-hidden /> 组件文档
        </a>
      ) : null}
      <Tabs
        size="small"
        activeKey={shown}
        onChange={(key) => setTab(key as typeof tab)}
        items={[
          {
            key: 'field',
            label: '组件属性',
            disabled: none,
            children: none ? null : (
              <Suspense fallback={loading}>
                <FieldSettings deployed={deployed} />
              </Suspense>
            ),
          },
          {
            key: 'form',
            label: '表单属性',
            children: (
              <div className="fd-panel-scroll">
                <section className="fd-section" aria-label="表单属性">
                  <FormSettings />
                </section>
                <Suspense fallback={loading}>
                  <StructureSection />
                </Suspense>
              </div>
            ),
          },
        ]}
      />
    </aside>
  );
}

import { memo, useDeferredValue, useMemo, type ReactNode } from 'react';
import { App, Tree } from 'antd';
import { isRow, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { childrenOf, findField, placeOf } from '../form-edit.ts';
import { useDesigner, useStore } from '../designer.store.ts';
import { fieldName } from '../placement.ts';

interface Node {
  readonly key: number;
  readonly title: ReactNode;
  children: Node[];
}

const ROOT = 0;

const nodesOf = (fields: readonly FormField[]): Node[] =>
  fields.map((field) => ({
    key: field.formId,
    title: (
      <span>
        {fieldName(field)} <span className="soft code">{field.vModel ?? field.componentName ?? ''}</span>
      </span>
    ),
    children: isRow(field) ? nodesOf(field.children ?? []) : [],
  }));

/** The whole form as a tree: an alternative to the canvas for selecting and moving. */
const StructureTree = memo(function StructureTree() {
  const store = useStore();
  const { message } = App.useApp();
  // Drawn after the control that is being typed in.
  const fields = useDeferredValue(useDesigner((state) => state.form.fields));
  const formRef = useDesigner((state) => state.form.config.formRef);
  const selected = useDeferredValue(useDesigner((state) => state.selected));
  const tree = useMemo(
    () => [
      {
        key: ROOT,
        title: (
          <span>
            表单 <span className="soft code">{formRef}</span>
          </span>
        ),
        children: nodesOf(fields),
      },
    ],
    [fields, formRef],
  );
  return (
    <Tree
      className="fd-structure"
      aria-label="布局结构树"
      blockNode
      defaultExpandAll
      virtual
      height={320}
      draggable={{ icon: false, nodeDraggable: ({ key }) => key !== ROOT }}
      selectedKeys={selected.length > 0 ? [...selected] : [ROOT]}
      treeData={tree}
      onSelect={(_, { node }) => store.select(node.key === ROOT ? [] : [Number(node.key)])}
      onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
        const onto = Number(node.key);
        const target = findField(fields, onto);
        const inside = onto === ROOT || (!dropToGap && target !== undefined && isRow(target));
        const parent = inside ? (onto === ROOT ? null : onto) : (placeOf(fields, onto)?.parent ?? null);
        const at = placeOf(fields, onto)?.index ?? 0;
        // Above the first node of a list antd reports one position less than that of the node.
        const position = Number(node.pos.split('-').at(-1));
        const index = inside ? (dropToGap ? 0 : childrenOf(fields, parent).length) : dropPosition > position ? at + 1 : at;
        const problem = store.move([Number(dragNode.key)], { parent, index });
        if (problem) void message.warning(problem);
      }}
    />
  );
});

export const StructureSection = memo(function TreeSection() {
  return (
    <section className="fd-section" aria-label="布局结构树">
      <h2>布局结构树</h2>
      <StructureTree />
    </section>
  );
});

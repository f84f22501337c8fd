import { lazy, Suspense, useState } from 'react';
import { App, Button, Input, Tree } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { FORM_LIMITS, type FormField, type FormOption } from '../../../../../contract/workflow/form-content.ts';
import { useStore } from '../designer.store.ts';

const OptionDialog = lazy(async () => ({ default: (await import('../dialogs/option-dialog.tsx')).OptionDialog }));

/** The indexes from the root to a node. */
type Path = readonly number[];

const keyOf = (path: Path): string => path.join('-');

function changeAt(options: readonly FormOption[], [at = 0, ...rest]: Path, change: (node: FormOption) => FormOption | null): FormOption[] {
  return options.flatMap((node, index) => {
    if (index !== at) return [node];
    if (rest.length > 0) return [{ ...node, children: changeAt(node.children ?? [], rest, change) }];
    return change(node) ?? [];
  });
}

function nodeAt(options: readonly FormOption[], [at = 0, ...rest]: Path): FormOption | undefined {
  const node = options[at];
  return rest.length === 0 ? node : nodeAt(node?.children ?? [], rest);
}

const pathOf = (key: unknown): Path => String(key).split('-').map(Number);

const depthOf = (node: FormOption): number => 1 + Math.max(0, ...(node.children ?? []).map(depthOf));

/** The static tree of a cascader: add, rename, remove, drag. */
export function TreeEditor({ field }: { field: FormField }) {
  const store = useStore();
  const { message } = App.useApp();
  const [adding, setAdding] = useState<Path | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const options = field.options ?? [];
  const set = (next: readonly FormOption[]): void => store.edit([field.formId], 'options', next);
  const add = (option: FormOption): void => {
    if (!adding) return;
    const node = { ...option, id: store.takeTreeNode() };
    set(adding.length === 0 ? [...options, node] : changeAt(options, adding, (one) => ({ ...one, children: [...(one.children ?? []), node] })));
    setAdding(null);
  };
  const rows = (list: readonly FormOption[], above: Path): object[] =>
    list.map((node, index) => {
      const path = [...above, index];
      const key = keyOf(path);
      return {
        key,
        title:
          renaming === key ? (
            <Input
              size="small"
              aria-label="选项名"
              defaultValue={node.label}
              maxLength={FORM_LIMITS.optionLabel}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to rename it
              autoFocus
              onKeyDown={(event) => event.stopPropagation()}
              onPressEnter={(event) => event.currentTarget.blur()}
              onBlur={(event) => {
                const label = event.currentTarget.value.trim();
                setRenaming(null);
                if (label) set(changeAt(options, path, (one) => ({ ...one, label })));
              }}
            />
          ) : (
            <span className="fd-tree-node">
              <span>
                {node.label} <span className="code soft">{String(node.value)}</span>
              </span>
              <Button
                size="small"
                type="text"
                icon={<PlusOutlined aria-hidden />}
                aria-label={`在${node.label}下添加`}
                onClick={() => setAdding(path)}
                disabled={path.length >= FORM_LIMITS.treeDepth}
              />
              <Button
                size="small"
                type="text"
                icon={<EditOutlined aria-hidden />}
                aria-label={`改名${node.label}`}
                onClick={() => setRenaming(key)}
              />
              <Button
                size="small"
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除${node.label}`}
                onClick={() =>
                  store.change(field.formId, 'tree', (one) => ({ ...one, options: changeAt(options, path, () => null), defaultValue: [] }))
                }
              />
            </span>
          ),
        children: rows(node.children ?? [], path),
      };
    });
  return (
    <div className="fd-options">
      <Tree
        blockNode
        draggable={{ icon: false }}
        defaultExpandAll
        selectable={false}
        aria-label="选项树"
        treeData={rows(options, [])}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const from = pathOf(dragNode.key);
          const onto = pathOf(node.key);
          const moving = nodeAt(options, from);
          if (!moving || keyOf(onto).startsWith(`${keyOf(from)}-`) || keyOf(onto) === keyOf(from)) return;
          if ((dropToGap ? onto.length - 1 : onto.length) + depthOf(moving) > FORM_LIMITS.treeDepth)
            return void message.warning(`级联选项不能超过 ${FORM_LIMITS.treeDepth} 级`);
          // Insert first, as a marked copy: removing first would change the path of the target.
          const target = nodeAt(options, onto) as FormOption;
          const insertInto = (list: readonly FormOption[]): FormOption[] =>
            list.flatMap((one) => {
              if (one === moving) return [];
              const inside = { ...one, ...(one.children ? { children: insertInto(one.children) } : {}) };
              if (one !== target) return [inside];
              if (!dropToGap) return [{ ...inside, children: [...(inside.children ?? []), moving] }];
              return dropPosition > (onto.at(-1) ?? 0) ? [inside, moving] : [moving, inside];
            });
          set(insertInto(options));
        }}
      />
      <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding([])}>
        添加父级
      </Button>
      {adding ? (
        <Suspense fallback={null}>
          <OptionDialog onSave={add} onClose={() => setAdding(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

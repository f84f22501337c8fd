import { useQuery } from '@tanstack/react-query';
import type { CategoryNode } from '../../../contract/catalog/category.ts';
import { type BrowseFilter, changed, pathTo } from './browse-filter.ts';
import { categories } from './catalog-queries.ts';
import { Chip } from './chip.tsx';

interface ChoiceProps {
  filter: BrowseFilter;
  choose: (filter: BrowseFilter) => void;
}

/** One row of chips per level, down to the selected category. */
export function CategoryChips({ filter, choose }: ChoiceProps) {
  const { data: tree = [] } = useQuery(categories);
  const path = pathTo(tree, filter.archiveTypeId);
  const levels = [tree, ...path.map((node) => node.children)].filter((level, index) => index === 0 || level.length > 0);
  return levels.map((level, depth) => {
    const parent = path[depth - 1];
    return (
      <fieldset key={parent?.archiveTypeId ?? 0} className="browse-chip-row" aria-label={parent ? `${parent.typeName}之下` : '分类'}>
        <Chip name="全部" on={path.length === depth} pick={() => choose(changed(filter, { archiveTypeId: parent?.archiveTypeId }))} />
        {level.map((node) => (
          <Chip
            key={node.archiveTypeId}
            name={node.typeName}
            on={path[depth]?.archiveTypeId === node.archiveTypeId}
            pick={() => choose(changed(filter, { archiveTypeId: node.archiveTypeId }))}
          />
        ))}
      </fieldset>
    );
  });
}

/** The complete tree next to the works, from 992 px on. */
export function CategoryTree({ filter, choose }: ChoiceProps) {
  const { data: tree = [] } = useQuery(categories);
  const whole = tree.reduce((sum, node) => sum + node.count, 0);
  return (
    <nav className="category-tree" aria-label="分类">
      <TreeRow
        name="全部分类"
        count={whole}
        depth={0}
        on={!filter.archiveTypeId}
        pick={() => choose(changed(filter, { archiveTypeId: undefined }))}
      />
      <Branch nodes={tree} depth={0} filter={filter} choose={choose} />
    </nav>
  );
}

function Branch({ nodes, depth, filter, choose }: ChoiceProps & { nodes: readonly CategoryNode[]; depth: number }) {
  return nodes.map((node) => (
    <div key={node.archiveTypeId}>
      <TreeRow
        name={node.typeName}
        count={node.count}
        depth={depth}
        on={filter.archiveTypeId === node.archiveTypeId}
        pick={() => choose(changed(filter, { archiveTypeId: node.archiveTypeId }))}
      />
      <Branch nodes={node.children} depth={depth + 1} filter={filter} choose={choose} />
    </div>
  ));
}

function TreeRow({ name, count, depth, on, pick }: { name: string; count: number; depth: number; on: boolean; pick: () => void }) {
  return (
    <button type="button" className="category-row" style={{ paddingLeft: 12 + depth * 16 }} aria-current={on ? 'true' : undefined} onClick={pick}>
      <span className="one-line">{name}</span>
      <span className="meta">{count}</span>
    </button>
  );
}

import { createElement } from 'react';
import { Tooltip } from 'antd';
import type { Modeller } from './create-modeller.ts';
import type { DiagramElement } from './diagram-types.ts';
import { NODE_KINDS, type NodeKind } from './node-kinds.ts';

/** Room that a node in the middle of a flow needs, px. */
const ROOM = 170;

/**
 * Adds a node by a click or a key: into the flow that leaves the selected element, after the selected element, or in the middle of the
 * canvas, whichever fits.
 */
function addNode(modeller: Modeller, kind: NodeKind): void {
  const shape = namedShape(modeller, kind);
  const [selected] = modeller.service('selection').get();
  const follows =
    selected && /Task|Gateway|StartEvent|IntermediateCatchEvent|SubProcess/.test(selected.type) && kind.key !== 'start' && kind.key !== 'note';
  const [flow, ...others] = selected?.outgoing ?? [];
  if (follows && flow && others.length === 0 && kind.key !== 'end') return modeller.together(() => insertInto(modeller, flow, shape));
  if (follows) return show(modeller, modeller.service('autoPlace').append(selected, shape));
  const { x, y, width, height } = modeller.service('canvas').viewbox();
  const placed = modeller
    .service('modeling')
    .createShape(shape, { x: x + width / 2, y: y + height / 2 }, modeller.service('canvas').getRootElement());
  show(modeller, placed);
}

/** A new shape; a task has its name before it is placed, so that one undo takes back both. */
function namedShape(modeller: Modeller, kind: NodeKind): DiagramElement {
  const shape = modeller.service('elementFactory').createShape(shapeOf(kind));
  if (kind.type.endsWith('Task') || kind.type === 'bpmn:CallActivity') shape.businessObject.set('name', `${kind.name}任务`);
  return shape;
}

/** Selects a new element and brings it into view. */
function show(modeller: Modeller, placed: DiagramElement): void {
  modeller.service('selection').select(placed);
  modeller.service('canvas').scrollToElement(placed);
}

/** Puts a node into a flow and moves everything behind it to the right. */
function insertInto(modeller: Modeller, flow: DiagramElement, shape: DiagramElement): void {
  const { source, target } = flow;
  if (!source || !target) return;
  const modeling = modeller.service('modeling');
  const from = source.x + source.width;
  const behind = modeller
    .service('elementRegistry')
    .getAll()
    .filter((one) => one.parent === target.parent && !one.source && one.x >= target.x && one !== source);
  const room = ROOM - (target.x - from) + ROOM / 2;
  if (target.x >= from && room > 0) modeling.createSpace(behind, [], { x: room, y: 0 }, 'e', from);
  const placed = modeling.createShape(shape, { x: from + ROOM * 0.75, y: source.y + source.height / 2 }, flow);
  show(modeller, placed);
}

const shapeOf = ({ type, isExpanded, eventDefinitionType }: NodeKind) => ({
  type,
  ...(isExpanded ? { isExpanded } : {}),
  ...(eventDefinitionType ? { eventDefinitionType } : {}),
});

/** The kinds of nodes beside the canvas: dragged onto it, or added by a click or the Enter key. */
export function NodePalette({ modeller }: { modeller: Modeller }) {
  return (
    <div className="modeller-palette" role="toolbar" aria-label="节点" aria-orientation="vertical">
      {NODE_KINDS.map((kind) => (
        <Tooltip key={kind.key} title={`拖入画布，或点一下添加“${kind.name}”`} placement="right">
          <button
            type="button"
            draggable
            onDragStart={(event) => {
              event.preventDefault();
              modeller.service('create').start(event.nativeEvent, namedShape(modeller, kind));
            }}
            onClick={() => addNode(modeller, kind)}
          >
            {createElement(kind.Icon)}
            <span>{kind.name}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

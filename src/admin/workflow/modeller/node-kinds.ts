import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import BranchesOutlined from '@ant-design/icons/BranchesOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import ForkOutlined from '@ant-design/icons/ForkOutlined';
import NodeIndexOutlined from '@ant-design/icons/NodeIndexOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import SubnodeOutlined from '@ant-design/icons/SubnodeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import type { ComponentType } from 'react';

/** A kind of node that can be put on the canvas. */
export interface NodeKind {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly eventDefinitionType?: string;
  readonly isExpanded?: boolean;
  readonly Icon: ComponentType;
}

export const NODE_KINDS: readonly NodeKind[] = [
  { key: 'start', name: '开始', type: 'bpmn:StartEvent', Icon: PlayCircleOutlined },
  { key: 'end', name: '结束', type: 'bpmn:EndEvent', Icon: StopOutlined },
  { key: 'user', name: '人工', type: 'bpmn:UserTask', Icon: UserOutlined },
  { key: 'service', name: '服务', type: 'bpmn:ServiceTask', Icon: SettingOutlined },
  { key: 'exclusive', name: '条件', type: 'bpmn:ExclusiveGateway', Icon: BranchesOutlined },
  { key: 'parallel', name: '并行', type: 'bpmn:ParallelGateway', Icon: ForkOutlined },
  { key: 'inclusive', name: '多选', type: 'bpmn:InclusiveGateway', Icon: NodeIndexOutlined },
  {
    key: 'timer',
    name: '等待',
    type: 'bpmn:IntermediateCatchEvent',
    eventDefinitionType: 'bpmn:TimerEventDefinition',
    Icon: ClockCircleOutlined,
  },
  { key: 'call', name: '调用', type: 'bpmn:CallActivity', Icon: SubnodeOutlined },
  { key: 'sub', name: '子流程', type: 'bpmn:SubProcess', isExpanded: true, Icon: ApartmentOutlined },
  { key: 'note', name: '注释', type: 'bpmn:TextAnnotation', Icon: FileTextOutlined },
];

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NODE_KINDS.map(({ type, name }) => [type, name])),
  'bpmn:SequenceFlow': '连线',
  'bpmn:Process': '流程',
  'bpmn:Task': '未指明的任务',
  'bpmn:SendTask': '发送任务',
  'bpmn:ManualTask': '手工任务',
  'bpmn:BoundaryEvent': '边界事件',
};

/** Returns the Chinese name of a BPMN type. */
export const kindName = (type: string): string => NAMES[type] ?? type.replace('bpmn:', '');

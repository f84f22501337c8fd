/** Returns a new process with a start, one task and an end, so that the canvas is never empty. `key` is the id of the process. */
export const newDiagram = (key: string, name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn2:definitions xmlns:bpmn2="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="http://flowable.org/bpmn" xmlns:shuzhou="http://shuzhou/schema/bpmn" id="definitions" targetNamespace="http://bpmn.io/schema/bpmn">
  <bpmn2:process id="${escaped(key)}" name="${escaped(name)}" isExecutable="true">
    <bpmn2:startEvent id="start" name="开始"><bpmn2:outgoing>flow_start</bpmn2:outgoing></bpmn2:startEvent>
    <bpmn2:userTask id="task_apply" name="填写申请" shuzhou:settings="{&quot;who&quot;:{&quot;kind&quot;:&quot;starter&quot;}}"><bpmn2:incoming>flow_start</bpmn2:incoming><bpmn2:outgoing>flow_end</bpmn2:outgoing></bpmn2:userTask>
    <bpmn2:endEvent id="end" name="结束"><bpmn2:incoming>flow_end</bpmn2:incoming></bpmn2:endEvent>
    <bpmn2:sequenceFlow id="flow_start" sourceRef="start" targetRef="task_apply" />
    <bpmn2:sequenceFlow id="flow_end" sourceRef="task_apply" targetRef="end" />
  </bpmn2:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${escaped(key)}">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start"><dc:Bounds x="180" y="202" width="36" height="36" /><bpmndi:BPMNLabel><dc:Bounds x="187" y="245" width="22" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="task_apply_di" bpmnElement="task_apply"><dc:Bounds x="280" y="180" width="120" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="end_di" bpmnElement="end"><dc:Bounds x="480" y="202" width="36" height="36" /><bpmndi:BPMNLabel><dc:Bounds x="487" y="245" width="22" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="flow_start_di" bpmnElement="flow_start"><di:waypoint x="216" y="220" /><di:waypoint x="280" y="220" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="flow_end_di" bpmnElement="flow_end"><di:waypoint x="400" y="220" /><di:waypoint x="480" y="220" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn2:definitions>
`;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

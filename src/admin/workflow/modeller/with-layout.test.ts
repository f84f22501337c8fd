// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { withLayout } from './with-layout.ts';

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:other="urn:other" targetNamespace="urn:t">
  <process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/>
    <userTask id="t" name="初审" flowable:assignee="1" other:colour="red"/><sequenceFlow id="g" sourceRef="t" targetRef="e"/><endEvent id="e"/></process>
</definitions>`;
const ids = (xml: string, kind: string): (string | null)[] => {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return [...document.getElementsByTagNameNS('http://www.omg.org/spec/BPMN/20100524/DI', kind)].map((one) => one.getAttribute('bpmnElement'));
};

test('#43.16 a file of another tool without a diagram gets shapes and edges, and its model keeps every character', async () => {
  const drawn = await withLayout(MODEL);
  expect(ids(drawn, 'BPMNShape').toSorted()).toEqual(['e', 's', 't']);
  expect(ids(drawn, 'BPMNEdge').toSorted()).toEqual(['f', 'g']);
  expect(drawn.startsWith(MODEL.slice(0, MODEL.indexOf('</definitions>')))).toBe(true);
});

test('#43.16 an empty diagram is replaced, a drawn one is left as it is', async () => {
  const empty = MODEL.replace(
    '</definitions>',
    '<d:BPMNDiagram xmlns:d="http://www.omg.org/spec/BPMN/20100524/DI"><d:BPMNPlane bpmnElement="p"/></d:BPMNDiagram></definitions>',
  );
  const drawn = await withLayout(empty);
  expect(ids(drawn, 'BPMNShape')).toHaveLength(3);
  expect(ids(drawn, 'BPMNDiagram')).toHaveLength(1);
  expect(await withLayout(drawn)).toBe(drawn);
});

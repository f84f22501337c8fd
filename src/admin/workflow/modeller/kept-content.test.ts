// @vitest-environment jsdom
import { BpmnModdle } from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { flowablePackageFor, SHUZHOU_MODDLE } from '../../../../contract/workflow/bpmn-extensions.ts';
import { keptContent, keptNames, withKeptContent } from './kept-content.ts';

interface Descriptor {
  readonly name: string;
  readonly isAbstract?: boolean;
  readonly properties?: readonly Property[];
}
interface Property {
  readonly name: string;
  readonly type: string;
  readonly isAttr?: boolean;
  readonly isMany?: boolean;
  readonly isReference?: boolean;
  readonly isVirtual?: boolean;
  readonly isBody?: boolean;
  readonly xml?: { readonly serialize?: 'xsi:type' | 'property' };
}
interface Moddle {
  fromXML(xml: string): Promise<{ rootElement: unknown; warnings: readonly { message: string }[] }>;
  toXML(element: unknown, options: object): Promise<{ xml: string }>;
  getPackage(prefix: string): { readonly types: readonly Descriptor[]; readonly enumerations?: readonly { readonly name: string }[] };
  getType(name: string): { readonly $descriptor: { readonly properties: readonly (Property & { readonly ns: { readonly localName: string } })[] } };
  create(name: string): unknown;
  hasType(element: unknown, name: string): boolean;
}
const moddleFor = (xml = ''): Moddle => new BpmnModdle({ flowable: flowablePackageFor(xml), shuzhou: SHUZHOU_MODDLE }) as unknown as Moddle;

const NAMESPACES =
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:shuzhou="http://shuzhou/schema/bpmn"';
const file = (inner: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<bpmn:definitions ${NAMESPACES} ${more} id="defs" targetNamespace="urn:t">${inner}</bpmn:definitions>`;

/** Opens a file as the designer does and saves it without a change. */
async function saved(xml: string): Promise<string> {
  const moddle = moddleFor(xml);
  const plain = (await moddle.toXML((await moddle.fromXML(xml)).rootElement, { format: true })).xml;
  return withKeptContent(plain, keptContent(xml, plain));
}

/** Elements with their attributes and own texts, as lines that do not depend on prefixes and on the order of siblings. */
function contentOf(xml: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  const lines: string[] = [];
  const walk = (one: Element, path: string): void => {
    const here = `${path}/{${one.namespaceURI}}${one.localName}${one.id ? `#${one.id}` : ''}`;
    const text = one.childElementCount === 0 ? (one.textContent ?? '').trim() : '';
    lines.push(text === '' ? here : `${here} = ${text}`);
    for (const child of one.children) walk(child, here);
  };
  walk(document.documentElement, '');
  return lines.toSorted();
}
function attributesOf(xml: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  return [...document.querySelectorAll('*')]
    .flatMap((one) =>
      [...one.attributes].map(
        (a) =>
          `${one.localName}#${one.id}@${a.namespaceURI === 'http://www.w3.org/2000/xmlns/' ? '' : `${a.localName}=${Number.isNaN(Number(a.value)) ? a.value : Number(a.value)}`}`,
      ),
    )
    .filter((one) => !one.endsWith('@'))
    .toSorted();
}
/** Everything of the first file that the second one does not have. */
const missing = (before: readonly string[], after: readonly string[]): string[] => {
  const rest = [...after];
  return before.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
};

const moddle = moddleFor();
const TYPES = moddle
  .getPackage('bpmn')
  .types.filter((type) => !type.isAbstract)
  .map(({ name }) => name);
const isA = (name: string, parent: string): boolean => moddle.hasType(moddle.create(`bpmn:${name}`), `bpmn:${parent}`);

test('#43.16 every BPMN type can be made, service and send tasks among them', () => {
  expect(TYPES.length).toBeGreaterThan(100);
  for (const name of [...TYPES, 'ServiceTask', 'SendTask']) expect(() => moddle.create(`bpmn:${name}`), name).not.toThrow();
});

/** Elements whose tag is the name of the property that holds them. */
const TAGS: Readonly<Record<string, string>> = { InputOutputSpecification: 'bpmn:ioSpecification', InputOutputBinding: 'bpmn:ioBinding' };
const tagOf = (name: string): string => TAGS[name] ?? `bpmn:${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const SIMPLE: Readonly<Record<string, string>> = { String: 'text', Boolean: 'true', Integer: '7', Real: '1.5' };

/** An element of a type with a value in every attribute and one child of every kind of child that it may have. */
function sample(name: string, depth: number, ids: { next: number }, tag = tagOf(name), xsi = ''): string {
  const { properties } = moddle.getType(`bpmn:${name}`).$descriptor;
  const attributes: string[] = [];
  const children: string[] = [];
  let body = '';
  for (const { ns, type, isAttr, isReference, isVirtual, isBody, xml } of properties) {
    const { localName } = ns;
    if (isVirtual || ['id', '$type', 'extensionElements', 'values', 'extensionDefinitions'].includes(localName)) continue;
    if (isBody) body = 'text';
    else if (isAttr && !isReference) attributes.push(` ${localName}="${SIMPLE[type] ?? 'x'}"`);
    else if (isAttr) attributes.push(` ${localName}="nowhere"`);
    else if (isReference) children.push(`<bpmn:${localName}>nowhere</bpmn:${localName}>`);
    else if (SIMPLE[type]) children.push(`<bpmn:${localName}>${SIMPLE[type]}</bpmn:${localName}>`);
    else if (depth > 0 && type.startsWith('bpmn:')) {
      const own = type.slice(5);
      const concrete = TYPES.includes(own) ? own : TYPES.find((one) => isA(one, own));
      if (!concrete) continue;
      const lower = localName.charAt(0).toLowerCase() + localName.slice(1);
      children.push(
        xml?.serialize === undefined
          ? sample(concrete, depth - 1, ids)
          : sample(concrete, depth - 1, ids, `bpmn:${lower}`, xml.serialize === 'property' ? '' : ` xsi:type="bpmn:t${concrete}"`),
      );
    }
  }
  const id = properties.some(({ ns }) => ns.localName === 'id') ? ` id="i${ids.next++}"` : '';
  const extension = depth > 0 ? `<bpmn:extensionElements><o:deep xmlns:o="urn:other" a="1"><o:leaf>t</o:leaf></o:deep></bpmn:extensionElements>` : '';
  return `<${tag}${id}${xsi}${attributes.join('')}>${id ? extension : ''}${children.join('')}${body}</${tag}>`;
}

test.each(TYPES)('#43.16 a %s with all its attributes and children keeps everything when it is saved', async (name) => {
  const places = [
    [2, (one: string) => file(one)],
    [
      1,
      (one: string) => file(`<bpmn:process id="p"><bpmn:userTask id="u">${one}</bpmn:userTask>${one.replaceAll(' id="', ' id="p')}</bpmn:process>`),
    ],
  ] as const;
  for (const [depth, around] of places) {
    const xml = around(sample(name, depth, { next: 1 }));
    const result = await saved(xml);
    expect(missing(contentOf(xml), contentOf(result))).toEqual([]);
    expect(missing(attributesOf(xml), attributesOf(result))).toEqual([]);
    // Nothing appears twice.
    expect(contentOf(result).length).toBe(contentOf(xml).length);
  }
});

const DIAGRAM = (id: string, plane: string, shapes: string): string =>
  `<bpmndi:BPMNDiagram id="${id}"><bpmndi:BPMNPlane id="${id}_plane" bpmnElement="${plane}">${shapes}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
const SHAPE = (id: string): string =>
  `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="1" y="2" width="36" height="36"/></bpmndi:BPMNShape>`;

const STYLES: readonly (readonly [tool: string, xml: string])[] = [
  [
    'Camunda',
    `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:modeler="http://camunda.org/schema/modeler/1.0" id="d" targetNamespace="http://bpmn.io/schema/bpmn" exporter="Camunda Modeler" modeler:executionPlatform="Camunda Platform">
<bpmn:process id="order" isExecutable="true" camunda:versionTag="1.0"><bpmn:startEvent id="s" camunda:formKey="embedded:app:forms/start.html"><bpmn:outgoing>f1</bpmn:outgoing></bpmn:startEvent>
<bpmn:serviceTask id="pay" name="付款" camunda:type="external" camunda:topic="pay"><bpmn:extensionElements><camunda:inputOutput><camunda:inputParameter name="m"><camunda:map><camunda:entry key="k">v</camunda:entry></camunda:map></camunda:inputParameter></camunda:inputOutput><zeebe:taskDefinition type="pay" retries="3"/><camunda:failedJobRetryTimeCycle>R3/PT10M</camunda:failedJobRetryTimeCycle></bpmn:extensionElements><bpmn:incoming>f1</bpmn:incoming></bpmn:serviceTask>
<bpmn:sendTask id="mail" camunda:class="org.Mail"/><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="pay"/></bpmn:process>
${DIAGRAM('d1', 'order', SHAPE('s') + SHAPE('pay') + SHAPE('mail'))}</bpmn:definitions>`,
  ],
  [
    'Flowable',
    file(
      `<bpmn:process id="p"><bpmn:userTask id="u" flowable:assignee="\${initiator}" flowable:formFieldValidation="true"><bpmn:extensionElements><flowable:executionListener event="start" class="x.Y"><flowable:field name="a"><flowable:string><![CDATA[b]]></flowable:string></flowable:field></flowable:executionListener><modeler:initiator-can-complete xmlns:modeler="http://flowable.org/modeler"><![CDATA[false]]></modeler:initiator-can-complete></bpmn:extensionElements></bpmn:userTask><bpmn:serviceTask id="h" flowable:type="http"><bpmn:extensionElements><flowable:field name="requestUrl"><flowable:string>http://x</flowable:string></flowable:field><flowable:newElement z="1"/></bpmn:extensionElements></bpmn:serviceTask></bpmn:process>${DIAGRAM('d1', 'p', SHAPE('u') + SHAPE('h'))}`,
    ),
  ],
  [
    'Activiti, with the default namespace and foreign elements outside extensionElements',
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:activiti="http://activiti.org/bpmn" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:omgdc="http://www.omg.org/spec/DD/20100524/DC" typeLanguage="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.activiti.org/test"><process id="p" name="请假"><documentation>说明 <b>粗体</b></documentation><startEvent id="1a" activiti:initiator="me"/><serviceTask id="s" activiti:expression="\${a.b()}"><activiti:field name="outside"/></serviceTask><sequenceFlow id="f" sourceRef="1a" targetRef="s"/><activiti:custom id="c" name="自定义"><activiti:inner>t</activiti:inner></activiti:custom></process><bpmndi:BPMNDiagram id="dd"><bpmndi:BPMNPlane bpmnElement="p" id="pl"><bpmndi:BPMNShape bpmnElement="1a" id="x1"><omgdc:Bounds height="35.0" width="35.0" x="10.0" y="20.0"/></bpmndi:BPMNShape><bpmndi:BPMNShape bpmnElement="c" id="x2"><omgdc:Bounds height="80.0" width="100.0" x="110.0" y="20.0"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`,
  ],
  [
    'bpmn.io, with colours, a collapsed subprocess and its own plane',
    file(
      `<bpmn:process id="p"><bpmn:subProcess id="sub"><bpmn:task id="inner"/></bpmn:subProcess></bpmn:process>${DIAGRAM('d1', 'p', `<bpmndi:BPMNShape id="sub_di" bpmnElement="sub" isExpanded="false" bioc:stroke="#1e88e5" color:border-color="#1e88e5"><dc:Bounds x="1" y="2" width="100" height="80"/><bpmndi:BPMNLabel/></bpmndi:BPMNShape>`)}${DIAGRAM('d2', 'sub', SHAPE('inner'))}`,
      'xmlns:bioc="http://bpmn.io/schema/bpmn/biocolor/1.0" xmlns:color="http://www.omg.org/spec/BPMN/non-normative/color/1.0"',
    ),
  ],
  [
    'Signavio, with its extensions, a pool with lanes and an element of another version',
    file(
      `<bpmn:collaboration id="c"><bpmn:extensionElements><signavio:signavioDiagramMetaData metaKey="author" metaValue="x"/></bpmn:extensionElements><bpmn:participant id="pool" name="池" processRef="p"/></bpmn:collaboration><bpmn:process id="p"><bpmn:laneSet id="ls"><bpmn:lane id="l1"><bpmn:flowNodeRef>t</bpmn:flowNodeRef><bpmn:flowNodeRef>gone</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet><bpmn:task id="t" completionQuantity="1" startQuantity="1" isForCompensation="false"><bpmn:extensionElements><signavio:signavioMetaData metaKey="bgcolor" metaValue="#ffffcc"/><signavio:signavioLabel ref="text_name" align="middle"/></bpmn:extensionElements></bpmn:task><bpmn:vanishedTask id="v"><bpmn:incoming>f</bpmn:incoming></bpmn:vanishedTask></bpmn:process>${DIAGRAM('d1', 'c', SHAPE('pool') + SHAPE('t'))}`,
      'xmlns:signavio="http://www.signavio.com" exporter="Signavio Process Editor, http://www.signavio.com"',
    ),
  ],
];

test.each(STYLES)('#43.16 a file of %s loses no element and no attribute', async (_tool, xml) => {
  const result = await saved(xml);
  expect(missing(contentOf(xml), contentOf(result))).toEqual([]);
  expect(missing(attributesOf(xml), attributesOf(result))).toEqual([]);
  expect(contentOf(await saved(result))).toEqual(contentOf(result));
});

test('#43.16 what the designer does not understand is named, has its place in the drawing, and goes with its deleted container', async () => {
  const [, , [, xml] = ['', '']] = STYLES;
  const reader = moddleFor(xml);
  const { rootElement } = await reader.fromXML(xml);
  const plain = (await reader.toXML(rootElement, { format: true })).xml;
  const kept = keptContent(xml, plain);
  expect(keptNames(kept)).toEqual(expect.arrayContaining(['startEvent「1a」', 'activiti:custom「自定义」']));
  expect(kept.drawn).toEqual([
    { name: 'startEvent', bounds: { x: 10, y: 20, width: 35, height: 35 } },
    { name: '自定义', bounds: { x: 110, y: 20, width: 100, height: 80 } },
  ]);
  const without = plain.replace(/<serviceTask id="s"[\s\S]*?\/>/, '');
  expect(without).not.toBe(plain);
  const result = withKeptContent(without, kept);
  expect(result).not.toContain('outside');
  expect(result).toContain('activiti:custom');
});

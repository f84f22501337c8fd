import { BpmnModdle } from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { flowablePackageFor, SHUZHOU_MODDLE } from './bpmn-extensions.ts';

const file = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn2:definitions xmlns:bpmn2="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:fl="http://flowable.org/bpmn" xmlns:shuzhou="http://shuzhou/schema/bpmn" id="d" targetNamespace="http://bpmn.io/schema/bpmn">
<bpmn2:process id="leave" isExecutable="true"><bpmn2:userTask id="t1" ${body}</bpmn2:userTask></bpmn2:process></bpmn2:definitions>`;

async function saved(xml: string): Promise<string> {
  const moddle = new BpmnModdle({ flowable: flowablePackageFor(xml), shuzhou: SHUZHOU_MODDLE });
  const { rootElement } = await moddle.fromXML(xml);
  return (await moddle.toXML(rootElement, { format: true })).xml;
}

test('listeners with fields, form properties and node settings survive reading and saving', async () => {
  const xml = await saved(
    file(`fl:assignee="\${INITIATOR}" fl:dataType="fixed" shuzhou:settings="{&quot;method&quot;:&quot;all&quot;}"><bpmn2:extensionElements>
<fl:taskListener event="create" delegateExpression="\${x}"><fl:field name="k"><fl:string><![CDATA[v]]></fl:string></fl:field></fl:taskListener>
<fl:formProperty id="f" type="enum"><fl:value id="a" name="A"/></fl:formProperty></bpmn2:extensionElements>`),
  );
  for (const part of [
    'fl:assignee="${INITIATOR}"',
    'fl:dataType="fixed"',
    'shuzhou:settings="{&#34;method&#34;:&#34;all&#34;}"',
    '<fl:taskListener event="create" delegateExpression="${x}">',
    '<fl:string>v</fl:string>',
    '<fl:value id="a" name="A" />',
  ])
    expect(xml).toContain(part);
});

test('elements and attributes that this version does not know survive too, with text and children', async () => {
  const xml = await saved(
    file(`fl:later="1"><bpmn2:extensionElements><fl:newThing a="1"><fl:inner b="2">text</fl:inner><o:x xmlns:o="urn:o" c="3"/></fl:newThing>
<other:y xmlns:other="urn:other" d="4"><other:z>deep</other:z></other:y></bpmn2:extensionElements>`),
  );
  for (const part of ['fl:later="1"', '<fl:newThing a="1">', '<fl:inner b="2">text</fl:inner>', 'c="3"', 'd="4"', 'deep'])
    expect(xml).toContain(part);
});

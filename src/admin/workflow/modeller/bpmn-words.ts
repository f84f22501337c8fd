/** Chinese texts for the words of the diagram editor; words that are not listed stay as they are. */
const WORDS: Readonly<Record<string, string>> = {
  'Activate create/remove space tool': '增减空间',
  'Activate global connect tool': '连线',
  'Activate hand tool': '移动画布',
  'Activate lasso tool': '框选',
  'Add text annotation': '加注释',
  'Align elements': '对齐',
  'Append end event': '接一个结束',
  'Append gateway': '接一个条件',
  'Append task': '接一个人工任务',
  'Change element': '改变类型',
  'Connect to other element': '连到另一个节点',
  Delete: '删除',
  Search: '查找',
  'Search in diagram': '在图中查找',
  Loop: '循环',
  Collection: '集合',
  'Parallel multi-instance': '同时办理',
  'Sequential multi-instance': '依次办理',
  'Toggle non-interrupting': '不中断',
  'no parent for {element} in {parent}': '节点 {element} 没有上级',
  'no process or collaboration to display': '文件里没有可以显示的流程',
  'no shape type specified': '没有指明图形类型',
  'out of bounds release': '请放在画布之内',
  'element {element} referenced by {referenced}#{property} not yet drawn': '连线 {referenced} 指向的节点 {element} 还没有画出',
  'failed to import {element}': '不能读取 {element}',
  'missing {semantic}#attachedToRef': '边界事件 {semantic} 没有所属的节点',
  'multiple DI elements defined for {element}': '节点 {element} 有多个图形',
  'unknown di {di} for element {semantic}': '节点 {semantic} 的图形 {di} 不认识',
  'unsupported bpmnElement for {plane}: {rootElement}': '不支持的图 {plane}：{rootElement}',
  'unrecognized flowElement {element} in context {context}': '不认识的节点 {element}',
  'already rendered {element}': '节点 {element} 出现了两次',
  'correcting missing bpmnElement on {plane} to {rootElement}': '已补上图 {plane} 缺少的流程',
};

/** Translates a text of the editor and puts in its values. */
export const translated = (template: string, values: Readonly<Record<string, unknown>> = {}): string =>
  (WORDS[template] ?? template).replace(/\{([^}]+)\}/g, (_found, name: string) => String(values[name] ?? `{${name}}`));

import { SHUZHOU_NAMESPACE } from './node-settings.ts';

/** A package of types for the BPMN parser: attributes and elements of one namespace. */
export interface ModdlePackage {
  readonly name: string;
  readonly uri: string;
  readonly prefix: string;
  readonly xml: { readonly tagAlias: 'lowerCase' };
  readonly associations: readonly [];
  readonly types: readonly ModdleType[];
}

interface ModdleType {
  readonly name: string;
  readonly extends?: readonly string[];
  readonly superClass?: readonly string[];
  readonly isAbstract?: true;
  readonly meta?: { readonly allowedIn: readonly string[] };
  readonly properties?: readonly ModdleProperty[];
}

interface ModdleProperty {
  readonly name: string;
  readonly type: string;
  readonly isAttr?: true;
  readonly isBody?: true;
  readonly isMany?: true;
}

const attributes = (names: string, type = 'String'): ModdleProperty[] => names.split(' ').map((name) => ({ name, type, isAttr: true }));
const children = (name: string, type: string): ModdleProperty => ({ name, type, isMany: true });
const body = (name = 'value'): ModdleProperty => ({ name, type: 'String', isBody: true });
const extending = (name: string, of: string, properties: readonly ModdleProperty[]): ModdleType => ({
  name,
  extends: of.split(' ').map((one) => `bpmn:${one}`),
  properties,
});
/** An element inside `extensionElements`. */
const element = (name: string, properties: readonly ModdleProperty[] = []): ModdleType => ({ name, superClass: ['Element'], properties });

/**
 * Attributes and extension elements of Flowable. It is complete, because the parser drops elements of a declared namespace that have no
 * type: with a part of it, saving a file loses its listeners. Source: the XML schema `flowable-bpmn-extensions`.
 */
export const FLOWABLE_MODDLE: ModdlePackage = {
  name: 'Flowable',
  uri: 'http://flowable.org/bpmn',
  prefix: 'flowable',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    extending('Process', 'Process', [
      ...attributes('candidateStarterUsers candidateStarterGroups processCategory versionTag historyTimeToLive'),
      ...attributes('isStartableInTasklist enabledEagerExecutionTreeFetching', 'Boolean'),
    ]),
    extending('StartEvent', 'StartEvent', [
      ...attributes('initiator formKey formHandlerClass formFieldValidation'),
      ...attributes('sameDeployment', 'Boolean'),
    ]),
    extending('AsyncCapable', 'Activity Gateway Event', [
      ...attributes('async asyncBefore asyncAfter exclusive triggerable asyncLeave asyncLeaveExclusive', 'Boolean'),
      ...attributes('jobPriority category'),
    ]),
    extending('UserTask', 'UserTask', [
      ...attributes(
        'assignee candidateUsers candidateGroups dueDate followUpDate priority owner formKey formHandlerClass formFieldValidation businessCalendarName skipExpression extensionId taskIdVariableName taskCompleterVariableName dataType userType userNames roleNames expId text',
      ),
      ...attributes('sameDeployment', 'Boolean'),
    ]),
    extending('ServiceTask', 'ServiceTask SendTask BusinessRuleTask', [
      ...attributes(
        'class expression delegateExpression resultVariable resultVariableName type topic skipExpression extensionId ruleVariablesInput rules exclude taskPriority mapDecisionResult decisionRef',
      ),
      ...attributes('useLocalScopeForResultVariable storeResultVariableAsTransient noWaitStatesAsyncLeave parallelInSameTransaction', 'Boolean'),
    ]),
    extending('ScriptTask', 'ScriptTask', [...attributes('resultVariable resource skipExpression'), ...attributes('autoStoreVariables', 'Boolean')]),
    extending('SequenceFlow', 'SequenceFlow', attributes('skipExpression')),
    extending('CallActivity', 'CallActivity', [
      ...attributes('businessKey processInstanceName processInstanceIdVariableName calledElementType calledElementBinding calledElementVersion'),
      ...attributes(
        'inheritBusinessKey inheritVariables sameDeployment fallbackToDefaultTenant completeAsync useLocalScopeForOutParameters',
        'Boolean',
      ),
    ]),
    extending('MultiInstance', 'MultiInstanceLoopCharacteristics', [
      ...attributes('collection elementVariable elementIndexVariable'),
      ...attributes('noWaitStatesAsyncLeave', 'Boolean'),
    ]),
    extending('TimerEvent', 'TimerEventDefinition', attributes('businessCalendarName endDate')),
    extending('SignalEvent', 'SignalEventDefinition Signal', [...attributes('scope signalExpression'), ...attributes('async', 'Boolean')]),
    extending('ErrorEvent', 'ErrorEventDefinition', attributes('errorVariableName errorVariableTransient errorVariableLocalScope')),
    extending('TerminateEvent', 'TerminateEventDefinition', attributes('terminateAll terminateMultiInstance', 'Boolean')),
    extending('MessageEvent', 'MessageEventDefinition', attributes('messageExpression correlationKey')),
    extending('DataObject', 'DataObject', [children('values', 'Value')]),
    extending('Collapsible', 'SubProcess', attributes('shareExecutionScope', 'Boolean')),
    element('ExecutionListener', [
      ...attributes('event class expression delegateExpression type onTransaction customPropertiesResolverClass'),
      children('fields', 'Field'),
      { name: 'script', type: 'Script' },
    ]),
    element('TaskListener', [
      ...attributes('event class expression delegateExpression type id onTransaction customPropertiesResolverClass'),
      children('fields', 'Field'),
      { name: 'script', type: 'Script' },
      children('eventDefinitions', 'bpmn:TimerEventDefinition'),
    ]),
    element('EventListener', attributes('events class delegateExpression entityType throwEvent signalName messageName errorCode')),
    element('Field', [...attributes('name stringValue expressionValue'), { name: 'string', type: 'String' }, { name: 'expression', type: 'String' }]),
    element('Script', [...attributes('scriptFormat resource resultVariable language'), body()]),
    element('Properties', [children('values', 'Property')]),
    element('Property', [...attributes('id name value'), body('text')]),
    element('FormData', [...attributes('businessKey'), children('fields', 'FormField')]),
    element('FormField', [
      ...attributes('id label type datePattern defaultValue'),
      { name: 'validation', type: 'Validation' },
      children('values', 'Value'),
      { name: 'properties', type: 'Properties' },
    ]),
    element('FormProperty', [
      ...attributes('id name type variable expression default datePattern value'),
      ...attributes('required readable writable', 'Boolean'),
      children('values', 'Value'),
    ]),
    element('Validation', [children('constraints', 'Constraint')]),
    element('Constraint', attributes('name config')),
    element('Value', [...attributes('id name'), body('text')]),
    element('In', [...attributes('source sourceExpression target variables businessKey'), ...attributes('local transient', 'Boolean')]),
    element('Out', [...attributes('source sourceExpression target variables'), ...attributes('local transient', 'Boolean')]),
    element('InputOutput', [children('inputParameters', 'InputParameter'), children('outputParameters', 'OutputParameter')]),
    element('InputParameter', [...attributes('name source target sourceExpression'), body()]),
    element('OutputParameter', [...attributes('name source target sourceExpression'), body()]),
    element('Connector', [
      { name: 'inputOutput', type: 'InputOutput' },
      { name: 'connectorId', type: 'String' },
    ]),
    element('FailedJobRetryTimeCycle', [body()]),
    element('MapException', [...attributes('errorCode includeChildExceptions rootCause'), body()]),
    element('PotentialStarter', [{ name: 'resourceAssignmentExpression', type: 'bpmn:ResourceAssignmentExpression' }]),
    element('CustomResource', [...attributes('name'), { name: 'resourceAssignmentExpression', type: 'bpmn:ResourceAssignmentExpression' }]),
    element('ErrorEventVariable', attributes('errorCode errorMessage')),
    element('HttpRequestHandler', attributes('class delegateExpression type')),
    element('HttpResponseHandler', attributes('class delegateExpression type')),
    element('EventType', [body()]),
    element('EventName', [body()]),
    element('EventInParameter', attributes('source sourceExpression target sourceType targetType')),
    element('EventOutParameter', attributes('source sourceExpression target sourceType targetType transient')),
    element('EventCorrelationParameter', attributes('name type value')),
    element('VariableListenerEventDefinition', attributes('variableName variableChangeType')),
    element('Condition', [body()]),
    element('Localization', [...attributes('name locale'), children('documentation', 'LocalizationDocumentation')]),
    { name: 'LocalizationDocumentation', superClass: ['Element'], properties: [body()] },
    element('ColumnOrder', [body()]),
    element('AllowDraft', [body()]),
    element('FormFieldValidation', [body()]),
    element('Color', [body()]),
    element('ConditionBuilder', [body()]),
    element('Modelerkey', [body()]),
  ],
};

/** Our own settings of nodes, flows and processes. */
export const SHUZHOU_MODDLE: ModdlePackage = {
  name: 'Shuzhou',
  uri: SHUZHOU_NAMESPACE,
  prefix: 'shuzhou',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [extending('NodeSettings', 'Activity', attributes('settings')), extending('ProcessSettings', 'Process', attributes('options'))],
};

const PREFIX_OF_FLOWABLE = /xmlns:([\w-]+)\s*=\s*["']http:\/\/flowable\.org\/bpmn["']/;

/**
 * Returns the Flowable package with a general type for each element of a file that it does not know: those of newer versions and of
 * other designers. The parser would drop them; this way the file keeps them, with their attributes, text and children.
 */
export function flowablePackageFor(xml: string): ModdlePackage {
  const prefix = PREFIX_OF_FLOWABLE.exec(xml)?.[1];
  if (!prefix) return FLOWABLE_MODDLE;
  const known = new Set(FLOWABLE_MODDLE.types.map(({ name }) => name.toLowerCase()));
  // Elements of a simple type have no type of their own.
  const simple = new Set(['string', 'expression', 'connectorid']);
  const names = new Set([...xml.matchAll(new RegExp(`<${prefix}:([A-Za-z][\\w-]*)`, 'g'))].map((found) => found[1] ?? ''));
  const unknown = [...names].filter((name) => !known.has(name.toLowerCase()) && !simple.has(name.toLowerCase()));
  if (unknown.length === 0) return FLOWABLE_MODDLE;
  const general = (name: string): ModdleType =>
    element(name.charAt(0).toUpperCase() + name.slice(1), [body('text'), children('children', 'Element')]);
  return { ...FLOWABLE_MODDLE, types: [...FLOWABLE_MODDLE.types, ...unknown.map(general)] };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: { readonly type?: string; readonly enum?: readonly unknown[] };
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly security?: readonly unknown[];
}

/** The OpenAPI description of the server, as far as it is read here. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

export interface GetCall {
  /** With its placeholders. */
  readonly path: string;
  /** Visitors may call it. */
  readonly isPublic: boolean;
  /** It answers in pages. */
  readonly isPaged: boolean;
  /** Returns the address with its required parameters; ids that are not known are 1. */
  address(ids: Readonly<Record<string, number>>): string;
}

/** Values of query parameters that are required. */
const VALUES: Readonly<Record<string, string>> = { keyword: '渡口', word: '渡口', targetType: 'publication', year: '2026', day: '2026-11-01' };

/** Returns every GET call of the server, those without ids in their path first: their answers have the ids of the others. */
export function getCalls(description: ApiDescription): GetCall[] {
  return Object.entries(description.paths)
    .flatMap(([path, { get }]) => (get ? [callOf(path, get)] : []))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
}

function callOf(path: string, { parameters, security }: Operation): GetCall {
  const asked = parameters.filter((one) => one.in === 'query');
  const valueOf = ({ name, schema }: Parameter, ids: Readonly<Record<string, number>>): string =>
    String(VALUES[name] ?? schema.enum?.[0] ?? ids[name] ?? '1');
  return {
    path,
    isPublic: security?.length === 0,
    isPaged: asked.some(({ name }) => name === 'pageNum'),
    address(ids) {
      const query = asked.flatMap((one) => {
        if (one.name === 'pageNum') return ['pageNum=1'];
        if (one.name === 'pageSize') return ['pageSize=20'];
        return one.required ? [`${one.name}=${encodeURIComponent(valueOf(one, ids))}`] : [];
      });
      return `/prod-api${path.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 1))}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    },
  };
}

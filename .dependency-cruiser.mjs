// Import rules by folder pattern, so that a new folder is covered from its first commit.
const BELOW = 'telemetry|http|db|outage|crud|audit|backup|epub|seed|files|search|jobs|cache|mail|ledger|payment|document|ffmpeg|state-machine';
const AREA = `^server/(?!(?:${BELOW})/)([a-z]+)/`;
/** Folders below the areas that run without them; `seed` and `backup` know all tables. */
const KNOWS_NO_AREA = '^server/(telemetry|http|db|outage|crud|audit|epub|files|search|jobs|cache|mail|ledger|payment|document|ffmpeg|state-machine)/';

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|node:)|\\?worker$' } },
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$|^contract/teaching/review-card\\.ts$' },
      to: { pathNot: '^contract/|node_modules/zod' },
    },
    {
      name: 'only-review-cards-know-the-scheduler',
      severity: 'error',
      from: { path: '^(contract|server|src|sw)/', pathNot: '^contract/teaching/review-card\\.ts$' },
      to: { path: 'node_modules/ts-fsrs' },
    },
    {
      name: 'review-cards-know-only-the-scheduler',
      severity: 'error',
      from: { path: '^contract/teaching/review-card\\.ts$' },
      to: { pathNot: '^contract/|node_modules/ts-fsrs' },
    },
    { name: 'server-never-imports-the-client', severity: 'error', from: { path: '^server/' }, to: { path: '^(src|sw)/' } },
    { name: 'client-never-imports-the-server', severity: 'error', from: { path: '^(src|sw)/' }, to: { path: '^server/' } },
    { name: 'client-talks-to-the-worker-by-messages', severity: 'error', from: { path: '^src/' }, to: { path: '^sw/(?!messages\\.ts$)' } },
    { name: 'worker-imports-only-the-contract', severity: 'error', from: { path: '^sw/', pathNot: '\\.test\\.ts$' }, to: { path: '^src/' } },
    { name: 'site-never-loads-antd', severity: 'error', from: { path: '^src/(?!admin/)' }, to: { path: 'node_modules/(antd|@ant-design)/' } },
    { name: 'admin-never-loads-antd-mobile', severity: 'error', from: { path: '^src/admin/' }, to: { path: 'node_modules/antd-mobile/' } },
    { name: 'site-never-imports-admin', severity: 'error', from: { path: '^src/(?!admin/|app/)' }, to: { path: '^src/admin/' } },
    { name: 'admin-never-imports-site', severity: 'error', from: { path: '^src/admin/' }, to: { path: '^src/site/' } },
    {
      name: 'mobile-form-renderer-only-by-dynamic-import',
      severity: 'error',
      from: { path: '^src/(?!form-renderer/mobile/)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/form-renderer/mobile/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'admin-only-by-dynamic-import',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/admin/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'reader-engine-knows-no-screen',
      severity: 'error',
      from: { path: '^src/reader-engine/' },
      to: { path: '^src/(?!reader-engine/)|node_modules/(react|react-dom|valtio)/' },
    },
    {
      name: 'faces-import-downward',
      severity: 'error',
      // Every folder of src except those named here, including new ones.
      from: { path: '^src/(?!site/|admin/|app/)[a-z-]+/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(site|admin|app)/' },
    },
    { name: 'routes-never-import-queries', severity: 'error', from: { path: '^server/.*\\.routes\\.ts$' }, to: { path: '\\.queries\\.ts$' } },
    {
      name: 'queries-import-only-db',
      severity: 'error',
      from: { path: '^server/.*\\.queries\\.ts$' },
      to: { path: '^server/(?!db/|audit/audit-chain)', pathNot: '\\.policy\\.ts$' },
    },
    {
      name: 'an-area-is-reached-through-its-service',
      severity: 'error',
      from: { path: AREA, pathNot: '\\.test\\.ts$' },
      to: { path: AREA, pathNot: ['^server/$1/', '\\.(service|policy)\\.ts$'] },
    },
    {
      name: 'below-the-areas-knows-no-area',
      severity: 'error',
      from: { path: KNOWS_NO_AREA, pathNot: '\\.test\\.ts$' },
      to: { path: AREA },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|dist\\.next|data|\\.cache)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};

// Checks the files of `deploy/` with the programs that read them, as far as they are installed, and sends a request through each proxy.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from './install.mjs';

const deploy = join(root, 'deploy');
const folder = mkdtempSync(join(tmpdir(), 'shuzhou-deploy-'));
const failures = [];
let checked = 0;

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
function check(name, program, work) {
  if (!has(program)) return void console.log(`没有检查 ${name}：没有安装 ${program}`);
  checked += 1;
  const fault = work();
  console.log(`${fault ? '✗' : '✓'} ${name}${fault ? `：${fault}` : ''}`);
  if (fault) failures.push(name);
}
const run = (program, args, env = {}) => {
  const done = spawnSync(program, args, { encoding: 'utf8', cwd: deploy, env: { ...process.env, ...env } });
  return done.status === 0 ? '' : (done.stderr || done.stdout).trim() || String(done.error ?? done.status);
};

/** A script of a page of the next version, which only the second server has. */
const NEXT_SCRIPT = '/assets/next-version.js';
const METRICS = 'shuzhou_part_up{part="database"} 1\n';

/** A server in place of the product says which headers arrived. */
async function productServer(files) {
  const server = createServer((request, response) => {
    if (request.url === '/stored') {
      // A file that the product has allowed (FILES_BY=accel).
      response.setHeaders(new Headers({ ...STORED_HEADERS, 'x-accel-redirect': '/stored-files/media/1/%E7%81%AF.bin' }));
      return response.end();
    }
    if (request.url === '/metrics') return response.setHeader('content-type', 'text/plain; version=0.0.4').end(METRICS);
    if (request.url.startsWith('/assets/') && !files.includes(request.url)) response.statusCode = 404;
    return response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const servers = [await productServer([]), await productServer([NEXT_SCRIPT])];
const [target, second] = servers.map((one) => `127.0.0.1:${one.address().port}`);

const STORED = Buffer.from(Array.from({ length: 4096 }, (_none, at) => at % 251));
/** Headers of the product that must reach the browser although nginx sends the bytes. */
const STORED_HEADERS = {
  'content-type': 'audio/mpeg',
  'content-disposition': "attachment; filename*=UTF-8''a.mp3",
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-request-id': 'stored-4711',
};

/** Asks nginx for a file that it sends itself: the whole, a range, a range behind the end, and by its own address. */
async function sentByProxy(address) {
  const whole = await fetch(`${address}/stored`);
  const wrong = Object.entries(STORED_HEADERS).filter(([name, value]) => whole.headers.get(name) !== value);
  if (wrong.length > 0) return `X-Accel-Redirect：${wrong.map(([name]) => name).join('、')} 不对`;
  if (whole.headers.get('accept-ranges') !== 'bytes' || whole.headers.has('x-accel-redirect')) return 'X-Accel-Redirect 的响应头不对';
  if (!STORED.equals(Buffer.from(await whole.arrayBuffer()))) return 'X-Accel-Redirect 的内容不对';
  const part = await fetch(`${address}/stored`, { headers: { range: 'bytes=100-199' } });
  if (part.status !== 206 || part.headers.get('content-range') !== `bytes 100-199/${STORED.length}`) return '区间请求不对';
  if (!STORED.subarray(100, 200).equals(Buffer.from(await part.arrayBuffer()))) return '区间的内容不对';
  if ((await fetch(`${address}/stored`, { headers: { range: `bytes=${STORED.length}-` } })).status !== 416) return '超出的区间不对';
  const direct = await fetch(`${address}/stored-files/media/1/%E7%81%AF.bin`);
  return direct.status === 404 ? '' : '/stored-files/ 可以直接打开';
}

/** Starts a proxy, asks it for a page and for `/metrics`, and ends it. */
async function throughProxy(name, program, args, address, env = {}, more = async () => '') {
  if (!has(program)) return;
  checked += 1;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  let answer = null;
  for (let turn = 0; turn < 50 && answer === null; turn += 1) {
    await setTimeout(100);
    answer = await fetch(`${address}/prod-api/live`, { headers: { 'x-forwarded-for': '203.0.113.9' } }).catch(() => null);
  }
  const fault = await (async () => {
    if (answer?.status !== 200) return `没有应答 ${said.slice(-300)}`;
    const { url, headers } = await answer.json();
    if (url !== '/prod-api/live' || !headers['x-forwarded-for']?.includes('127.0.0.1') || !headers['x-forwarded-proto']) return '转发的请求头不对';
    if ((await fetch(`${address}/metrics`)).status !== 404) return '/metrics 没有挡住';
    const scripts = [1, 2, 3, 4].map(() => fetch(`${address}${NEXT_SCRIPT}`).then(({ status }) => status));
    if ((await Promise.all(scripts)).some((status) => status !== 200)) return '另一台服务器才有的脚本没有取到';
    if ((await fetch(`${address}/assets/nowhere.js`)).status !== 404) return '哪里都没有的脚本应答复 404';
    return more(address);
  })();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  console.log(`${fault ? '✗' : '✓'} ${name}：转发一个请求${fault ? `：${fault}` : ''}`);
  if (fault) failures.push(name);
}

/** Loads the rules into Prometheus, which asks a server that answers and one that does not. */
async function throughPrometheus() {
  const name = 'alerts.yml 与 prometheus.yml';
  if (!has('prometheus')) return void console.log(`没有检查 ${name}：没有安装 prometheus`);
  checked += 1;
  const config = readFileSync(join(deploy, 'prometheus.yml'), 'utf8')
    .replace('/etc/prometheus/shuzhou.token', join(folder, 'token'))
    .replace(/scrape_interval: \S+/, 'scrape_interval: 1s')
    .replace(/scrape_timeout: \S+/, 'scrape_timeout: 1s')
    .replace(/targets: .*/, `targets: ['${target}', '127.0.0.1:9']`);
  writeFileSync(join(folder, 'token'), 'a-token-of-this-check');
  writeFileSync(join(folder, 'alerts.yml'), readFileSync(join(deploy, 'alerts.yml')));
  writeFileSync(join(folder, 'prometheus.yml'), `global: { evaluation_interval: 1s }\n${config}`);
  const address = '127.0.0.1:19090';
  const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`, `--web.listen-address=${address}`];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const ask = async (path) => (await (await fetch(`http://${address}/api/v1/${path}`)).json()).data;
  const rules = async () => (await ask('rules')).groups.flatMap((group) => group.rules);
  const evaluated = async () => {
    const all = await rules();
    const gone = all.find((rule) => rule.name === 'ShuzhouServerGone');
    return all.every(({ health }) => health === 'ok') && gone?.alerts.length === 1 && gone;
  };
  let seen = null;
  for (let turn = 0; turn < 100 && !seen; turn += 1) {
    await setTimeout(200);
    seen = await evaluated().catch(() => null);
  }
  const bad = seen ? [] : await rules().catch(() => []);
  const fault = seen ? '' : `规则没有全部生效：${bad.map((rule) => `${rule.name} ${rule.health} ${rule.lastError ?? ''}`).join('；')}`;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  console.log(`${fault ? '✗' : '✓'} ${name}：Prometheus 读取规则，发现停住的服务器${fault ? `：${fault}` : ''}`);
  if (fault) failures.push(name);
}

try {
  check('alerts.yml', 'promtool', () => run('promtool', ['check', 'rules', 'alerts.yml']));
  check('prometheus.yml', 'promtool', () => run('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml']));
  await throughPrometheus();
  check('shuzhou.service', 'systemd-analyze', () => {
    // The unit names programs by their place after the installation.
    const text = readFileSync(join(deploy, 'shuzhou.service'), 'utf8').replaceAll('/opt/shuzhou', join(folder, 'app'));
    mkdirSync(join(folder, 'units'));
    symlinkSync(root, join(folder, 'app'));
    writeFileSync(join(folder, 'units', 'shuzhou.service'), text);
    return run('systemd-analyze', ['verify', join(folder, 'units', 'shuzhou.service')]);
  });
  check('Caddyfile', 'caddy', () =>
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'Caddyfile'], { SITE_NAME: 'books.example.org' }),
  );

  if (has('openssl') && has('nginx')) {
    const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate]);
    const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replace('/etc/ssl/certs/shuzhou.pem', certificate)
      .replace('/etc/ssl/private/shuzhou.key', key)
      .replaceAll('127.0.0.1:8080', target)
      .replace('# server 10.0.0.12:8080', `server ${second}`)
      .replace('/var/lib/shuzhou/files/', `${folder}/files/`)
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
      .replace('listen 443 ssl http2;', 'listen 127.0.0.1:18443 ssl http2;\n    listen 127.0.0.1:18081;');
    mkdirSync(join(folder, 'files', 'media', '1'), { recursive: true });
    writeFileSync(join(folder, 'files', 'media', '1', '灯.bin'), STORED);
    // A worker of nginx may run as another user than this check.
    chmodSync(folder, 0o755);
    const whole = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(join(folder, 'nginx.conf'), whole);
    check('nginx.conf', 'nginx', () => run('nginx', ['-t', '-c', join(folder, 'nginx.conf')]));
    await throughProxy('nginx.conf', 'nginx', ['-c', join(folder, 'nginx.conf')], 'http://127.0.0.1:18081', {}, sentByProxy);
  }
  const haproxy = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
    .replace(/^ {4}(user|group|log \/).*\n/gm, '')
    .replace(/^ {4}bind .*$/m, '    bind 127.0.0.1:18083')
    .replaceAll('10.0.0.11:8080', target)
    .replaceAll('10.0.0.12:8080', second);
  const haproxyFile = join(folder, 'haproxy.cfg');
  writeFileSync(haproxyFile, haproxy);
  check('haproxy.cfg', 'haproxy', () => run('haproxy', ['-c', '-q', '-f', haproxyFile]));
  await throughProxy('haproxy.cfg', 'haproxy', ['-f', haproxyFile, '-db'], 'http://127.0.0.1:18083');
  const caddy = readFileSync(join(deploy, 'Caddyfile'), 'utf8').replaceAll('web1:8080', target).replaceAll('web2:8080', second);
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${caddy}`);
  await throughProxy('Caddyfile', 'caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], 'http://127.0.0.1:18082', {
    SITE_NAME: 'http://127.0.0.1:18082',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
} finally {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length > 0 ? `没有通过：${failures.join('、')}` : `检查了 ${checked} 项，全部通过`);
process.exit(failures.length > 0 ? 1 : 0);

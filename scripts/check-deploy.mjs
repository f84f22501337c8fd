// Checks the files of `deploy/` with the programs that read them, as far as they are installed, and sends a request through each proxy.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

// A server in place of the product says which headers arrived.
const server = createServer((request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers })));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const target = `127.0.0.1:${server.address().port}`;

/** Starts a proxy, asks it for a page and for `/metrics`, and ends it. */
async function throughProxy(name, program, args, address, env = {}) {
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
    return '';
  })();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  console.log(`${fault ? '✗' : '✓'} ${name}：转发一个请求${fault ? `：${fault}` : ''}`);
  if (fault) failures.push(name);
}

try {
  check('alerts.yml', 'promtool', () => run('promtool', ['check', 'rules', 'alerts.yml']));
  check('prometheus.yml', 'promtool', () => run('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml']));
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
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
      .replace('listen 443 ssl http2;', 'listen 127.0.0.1:18443 ssl http2;\n    listen 127.0.0.1:18081;');
    const whole = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(join(folder, 'nginx.conf'), whole);
    check('nginx.conf', 'nginx', () => run('nginx', ['-t', '-c', join(folder, 'nginx.conf')]));
    await throughProxy('nginx.conf', 'nginx', ['-c', join(folder, 'nginx.conf')], 'http://127.0.0.1:18081');
  }
  const haproxy = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
    .replace(/^ {4}(user|group|log \/).*\n/gm, '')
    .replace(/^ {4}bind .*$/m, '    bind 127.0.0.1:18083')
    .replaceAll(/10\.0\.0\.1[12]:8080/g, target);
  const haproxyFile = join(folder, 'haproxy.cfg');
  writeFileSync(haproxyFile, haproxy);
  check('haproxy.cfg', 'haproxy', () => run('haproxy', ['-c', '-q', '-f', haproxyFile]));
  await throughProxy('haproxy.cfg', 'haproxy', ['-f', haproxyFile, '-db'], 'http://127.0.0.1:18083');
  const caddy = readFileSync(join(deploy, 'Caddyfile'), 'utf8').replaceAll(/web[12]:8080/g, target);
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${caddy}`);
  await throughProxy('Caddyfile', 'caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], 'http://127.0.0.1:18082', {
    SITE_NAME: 'http://127.0.0.1:18082',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length > 0 ? `没有通过：${failures.join('、')}` : `检查了 ${checked} 项，全部通过`);
process.exit(failures.length > 0 ? 1 : 0);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingError } from '../setting-values.ts';

/**
 * Takes the port before the database is prepared, so that a taken port stops a first start before it creates an account. Requests get 503
 * with Retry-After until `release`. Throws `SettingError` when the port or the address cannot be used.
 */
export async function reservePort(port: number, host: string): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', connection: 'close' });
    response.end(JSON.stringify({ code: 503, msg: '书舟正在启动，请稍候再试' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') return new SettingError(`端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 换一个`);
  if (error.code === 'EACCES') return new SettingError(`没有权限使用端口 ${port}，请用 PORT 换一个大于1023的端口`);
  if (error.code === 'EADDRNOTAVAIL') return new SettingError(`HOST=${host} 不是这台机器的地址，请换一个`);
  return error;
}

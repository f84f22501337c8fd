// Who uses the server's port, so that a start says it in a sentence instead of failing later.

const HOST = process.env.HOST || '127.0.0.1';
export const port = Number(process.env.PORT || 8080);
const address = `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${port}`;

/** Returns `free`, `running` or `starting` for this product, or `other` for another program. */
export async function portState() {
  try {
    const answer = await fetch(`${address}/prod-api/health`, { signal: AbortSignal.timeout(2_000) });
    if (answer.ok) return 'running';
    return (await answer.text()).includes('书舟正在启动') ? 'starting' : 'other';
  } catch (error) {
    return error?.cause?.code === 'ECONNREFUSED' ? 'free' : 'other';
  }
}

/** What an operator reads about a port that is not free. */
export const portSentence = (state) =>
  ({
    running: `书舟已经在端口 ${port} 上运行：${address}`,
    starting: `书舟正在端口 ${port} 上启动，请稍候再打开 ${address}`,
    other: `端口 ${port} 被别的程序占用。请停止那个程序，或换一个端口：PORT=8081`,
  })[state];

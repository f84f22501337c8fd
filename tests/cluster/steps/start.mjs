// Both servers start at the same moment on an empty database and an empty store.
export async function firstStart(cluster, { check, figure }) {
  const began = performance.now();
  await Promise.all(cluster.servers.map((one) => one.start()));
  figure('first start of two servers with demo content', `${((performance.now() - began) / 1000).toFixed(1)} s`);
  await cluster.openProxy();
  cluster.origin ||= cluster.servers[0].origin;
  const errors = (await Promise.all(cluster.servers.map((one) => one.errorLines()))).flat();
  check('first start of both at once on an empty database logs no error', errors.length === 0, errors.slice(0, 3).join('\n'));
  const status = await Promise.all(cluster.servers.map((one) => one.status()));
  check(
    'both report every part as up',
    status.every((one) => one?.code === 200),
    JSON.stringify(status.map((one) => one?.data)),
  );
}

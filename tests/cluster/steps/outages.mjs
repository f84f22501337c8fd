// Each engine is frozen and killed under load. Answers stay short and honest, `/status` names the engine, all is well again soon after it is
// back, and no acknowledged write is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_MS, send, signIn } from '../client.mjs';
import { startLoad, summary } from '../ledger.mjs';
import { until } from '../processes.mjs';
import { freeBook } from './journeys.mjs';

const RED_MS = 5_000;
const BACK_MS = 10_000;
const CALM_MS = 3_000;
const DOWN_MS = 6_000;
/** What the page of each engine needs: the others go on while it is down. */
const NEEDS = { database: null, cache: ['progress', 'note', 'file', 'list', 'book file'], files: ['progress', 'note', 'list'] };

export async function outages(cluster, { check, figure }) {
  const book = await freeBook(cluster);
  const readers = await Promise.all([2, 3, 4, 5, 6, 7].map((n) => signIn(cluster, `reader${n}`)));
  const editor = await signIn(cluster, 'editor1');
  let acknowledged = 0;
  for (const engine of cluster.engines)
    for (const how of ['freeze', 'kill']) {
      const name = `${engine.name} ${how === 'freeze' ? 'frozen' : 'killed'}`;
      const load = startLoad({ origin: cluster.origin, readers, editor, book });
      await pause(CALM_MS);
      // Shows whether the machine had other work to do.
      const calm = summary(load.answers).slowest;
      const from = performance.now();
      await engine[how]();
      const red = await Promise.all(cluster.servers.map((one) => reddened(one, engine.part, from)));
      const left = DOWN_MS - (performance.now() - from);
      if (left > 0) await pause(left);
      const signedIn =
        engine.part === 'cache'
          ? await signIn(cluster, 'reader8').then(
              () => true,
              (error) => String(error),
            )
          : null;
      const ended = performance.now();
      if (how === 'freeze') engine.thaw();
      else await engine.start();
      await until(engine.answers, 60_000, `${engine.name} answers again`);
      const back = performance.now();
      const green = await Promise.all(cluster.servers.map((one) => greened(one, back)));
      const works = await worksAgain(cluster, editor, readers[0], book, back);
      await pause(1_000);
      await load.stop();
      acknowledged += load.acknowledged();
      const lost = await load.lost();
      const all = summary(load.answers);
      const during = load.answers.filter(({ at, ms }) => at > from && at - ms < ended);
      const others = NEEDS[engine.part] ? during.filter(({ kind, verdict }) => NEEDS[engine.part].includes(kind) && verdict !== 'done') : [];
      const ms = (value) => `${Math.round(value)} ms`;
      check(
        `${name}: every answer honest, and within 3 s`,
        all.wrong === 0 && all.slowest <= ANSWER_MS,
        `${all.count} answers, ${all.said} said so, ${all.wrong} wrong, slowest ${ms(all.slowest)}, ${ms(calm)} before it ${all.words.slice(0, 4).join(' | ')}`,
      );
      check(`${name}: /status is red with its name within 5 s`, Math.max(...red) <= RED_MS, red.map(ms).join(' and '));
      check(
        `${name}: all works within 10 s after it is back`,
        Math.max(...green, works) <= BACK_MS,
        `status ${green.map(ms).join(' and ')}, use ${ms(works)}`,
      );
      check(
        `${name}: no acknowledged write is lost`,
        lost.length === 0,
        `${load.acknowledged()} acknowledged${lost.length > 0 ? `, lost ${lost.slice(0, 3).join('; ')}` : ''}`,
      );
      // One moment may fail while the outage is being noticed.
      if (NEEDS[engine.part])
        check(`${name}: what does not need it goes on`, others.length <= during.length * 0.02, `${others.length} of ${during.length} answers`);
      if (signedIn !== null) check(`${name}: people sign in meanwhile`, signedIn === true, signedIn === true ? '' : signedIn);
      figure(
        name,
        `slowest ${ms(all.slowest)} (${ms(calm)} before), red ${ms(Math.max(...red))}, back ${ms(Math.max(...green, works))}, ${lost.length} of ${load.acknowledged()} lost`,
      );
    }
  figure('writes acknowledged through the outages', String(acknowledged));
}

/** Milliseconds from `from` until `/status` of a server says that the part is down. */
async function reddened(server, part, from) {
  await until(async () => (await server.status())?.data?.[part] === 'down', 30_000, `${server.name} says that ${part} is down`);
  return performance.now() - from;
}

async function greened(server, back) {
  await until(async () => (await server.status())?.code === 200, 60_000, `${server.name} is well again`);
  return performance.now() - back;
}

/** Milliseconds until a write, a list and a file work again, on ten requests in a row. */
async function worksAgain(cluster, editor, reader, book, back) {
  const works = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const answers = await Promise.all([
        reader.send('GET', `/prod-api/info/progress?publishId=${book.publishId}`),
        send(cluster.origin, 'GET', `/books/${book.publishId}/${book.editionId}/book.json`),
        editor.send('GET', '/prod-api/cms/publish/list?pageNum=1&pageSize=5'),
      ]);
      if (answers.some(({ status, json }) => status !== 200 || (json && 'code' in json && json.code !== 200))) return false;
    }
    return true;
  };
  await until(works, 60_000, 'requests work again');
  return performance.now() - back;
}

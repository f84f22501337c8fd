// A bare Fastify server with pg, started by list-cost.mjs with a JSON description on standard input: for each address it runs the recorded
// statements one after another and answers the recorded JSON.
import fastify from 'fastify';
import { Pool, TypeOverrides } from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

let text = '';
for await (const part of process.stdin) text += part;
const { url, connections, routes } = JSON.parse(text);
const types = new TypeOverrides();
types.setTypeParser(INT8, Number);
types.setTypeParser(NUMERIC, Number);
const pool = new Pool({ connectionString: url, max: connections, types });
const app = fastify();
for (const { path, statements, answer } of routes) {
  app.get(path, async () => {
    for (const statement of statements) await pool.query(statement);
    return answer;
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${app.server.address().port}\n`);
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});

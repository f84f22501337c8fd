// Preloaded into a server by a bench: each message on the channel is answered with the longest stall of its event loop since the last one, in
// milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', () => {
  process.send?.({ longestMs: Math.max(0, delay.max / 1e6 - 5) });
  delay.reset();
});
process.channel?.unref();

import type { App } from '../http/serve.ts';

export function sendBookFile(_app: App): void {}

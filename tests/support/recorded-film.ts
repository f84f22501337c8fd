import type { Browser } from '@playwright/test';

/** Returns a film (WebM, VP8 without sound) of about this many seconds, recorded by the browser: machines without ffmpeg have it too. */
export async function recordedFilm(browser: Browser, seconds: number): Promise<Buffer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bytes = await page.evaluate(async (length) => {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    [canvas.width, canvas.height] = [320, 180];
    const pen = canvas.getContext('2d');
    let frame = 0;
    const draw = setInterval(() => {
      if (!pen) return;
      pen.fillStyle = `hsl(${(frame * 7) % 360} 60% 40%)`;
      pen.fillRect(0, 0, 320, 180);
      pen.fillStyle = 'white';
      pen.font = '48px sans-serif';
      pen.fillText(String((frame += 1)), 20, 100);
    }, 100);
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    // The length of a film is real time.
    setTimeout(() => recorder.stop(), length * 1000);
    await stopped;
    clearInterval(draw);
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  }, seconds);
  await context.close();
  return Buffer.from(bytes);
}

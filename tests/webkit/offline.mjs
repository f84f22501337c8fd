import { makeBook } from '../bench/reader-book.ts';

const text = () => document.querySelector('iframe[data-shown]')?.contentDocument.body.textContent.trim() ?? '';

export default async function offline({ phone, server, until, check, openBook, callTools, press, sees }) {
  await check('a book is downloaded, and opens with the server stopped', async () => {
    const book = await server.publish((await makeBook({ title: '渡口', chapters: 3, characters: 900 })).epub);
    await openBook(book);
    await until(Boolean, () => navigator.serviceWorker.controller !== null);
    await callTools();
    await press('存到本机');
    await sees('已存到本机');
    await server.stop();
    await phone.open(`${server.origin}/cms/main/epubRead?publishId=${book}`);
    await until((found) => found.startsWith('第'), text);
  });
}

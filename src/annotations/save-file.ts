/** Saves a text or a picture as a file with this name. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

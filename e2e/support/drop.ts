import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Page } from '@playwright/test';

export type Contents = ReadonlyMap<string, string | Uint8Array>;

/** Writes files below a folder of the test's own. */
export function writeFiles(folder: string, files: Contents): string {
  for (const [name, content] of files) {
    const path = resolve(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/** Drops files and folders of this machine on the page, the way the browser hears of it from the desktop. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
  }
  await session.detach();
}

/** Drops files that a script made: a DataTransfer without directory entries behind it. */
export async function dropTransfer(page: Page, files: Contents): Promise<void> {
  const given = [...files].map(([name, content]) => ({ name, base64: Buffer.from(content).toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, base64 } of list) {
      made.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    }
    return made;
  }, given);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('#root', type, { dataTransfer: transfer });
  }
}

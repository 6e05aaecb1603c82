import { open } from 'node:fs/promises'

/** Writes a new file, which is on the disk when this resolves. */
export async function writeFlushed(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(text)
  await file.sync()
}

import { readFile } from 'node:fs/promises'

/** The process id in a file that a server keeps. */
export async function pidIn(file: string): Promise<number> {
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

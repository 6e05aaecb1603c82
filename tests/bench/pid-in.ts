import { readFile } from 'node:fs/promises'

/** Reads the process id from the pid file of a server. */
export async function pidIn(file: string): Promise<number> {
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

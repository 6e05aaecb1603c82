import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The command line of a running process; undefined when none (or a zombie) has this id. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  const text = hasProc() ? await readProc(pid, 'cmdline') : await readPs(pid, 'args=')
  return text?.replaceAll('\0', ' ').trim() || undefined
}

/**
 * Names one process for good: a process id is used again, often at once in a container, an id with its
 * start time is not.
 * @param isProcThere whether the system has /proc, as Linux has
 */
export async function identityOf(
  pid: number,
  isProcThere = hasProc(),
): Promise<string | undefined> {
  if (!isProcThere) return await readPs(pid, 'lstart=')
  const status = await readProc(pid, 'stat')
  // The name in brackets may hold spaces; the start time is field 22, the 20th after it.
  return status?.slice(status.lastIndexOf(')') + 2).split(' ')[19]
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat')
}

async function readProc(pid: number, file: string): Promise<string | undefined> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined)
}

async function readPs(pid: number, field: string): Promise<string | undefined> {
  // Two terminals may differ in time zone and locale, in which ps writes the start time.
  return run('env', ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', field, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}

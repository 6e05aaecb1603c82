import { tmpdir } from 'node:os'
import path from 'node:path'
import { findExecutable } from './find-executable.ts'
import { installPackage } from './install-package.ts'

/** Path of an installed HAProxy; as root on Debian it is installed. Undefined, with a warning, when there is none. */
export async function findHaproxy(): Promise<string | undefined> {
  const found = find()
  if (found !== undefined) return found
  const logFile = path.join(tmpdir(), 'takeoff-install-haproxy.log')
  await installPackage('haproxy', { logFile, say })
  const installed = find()
  if (installed === undefined)
    say('SKIPPED: haproxy is not on the PATH, so the tests behind it do not run.')
  return installed
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function find(): string | undefined {
  return findExecutable('haproxy', ['/usr/sbin', '/usr/local/sbin'])
}

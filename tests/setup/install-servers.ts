import { tmpdir } from 'node:os'
import path from 'node:path'
import { isContinuousIntegration } from '@takeoff/dev-env/config'
import { findExecutable } from '@takeoff/dev-env/find-executable'
import { installPackage } from '@takeoff/dev-env/install-package'

/** Programs behind which integration tests run; each is a package of the same name. */
const SERVERS = ['redis-server', 'redis-sentinel', 'pgbouncer']

/** Installs the servers that are missing, as root on Debian. Without one its tests are skipped; with CI=true the run fails. */
export async function installServers(): Promise<void> {
  for (const name of SERVERS.filter((server) => !isThere(server)))
    await installPackage(name, { logFile: path.join(tmpdir(), `takeoff-${name}.log`), say })
  const missing = SERVERS.filter((server) => !isThere(server))
  if (missing.length === 0) return
  const text = `SKIPPED: ${missing.join(', ')} could not be installed, so the tests with them do not run.`
  if (isContinuousIntegration()) throw new Error(text)
  say(text)
}

const isThere = (name: string): boolean => findExecutable(name, ['/usr/sbin']) !== undefined

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

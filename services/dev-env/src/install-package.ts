import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readBaseEnvironment } from './config.ts'
import { findExecutable } from './find-executable.ts'

interface InstallOptions {
  readonly logFile: string
  readonly say: (line: string) => void
}

/** Another process may install a package meanwhile. */
const LOCK_TIMEOUT = 'DPkg::Lock::Timeout=120'

/** Runs `apt-get install` as root on a Debian system, which takes about 10 s. Elsewhere it does nothing. */
export async function installPackage(
  name: string,
  { logFile, say }: InstallOptions,
): Promise<void> {
  if (process.getuid?.() !== 0 || findExecutable('apt-get') === undefined) return
  say(`Installing the package ${name}`)
  const install = ['install', '--yes', '--no-install-recommends', '-o', LOCK_TIMEOUT, name]
  if (await aptGet(install, logFile)) return
  // A fresh image has no package lists.
  const installed = (await aptGet(['update'], logFile)) && (await aptGet(install, logFile))
  if (!installed) say(`The installation failed; see ${logFile}`)
}

async function aptGet(args: readonly string[], logFile: string): Promise<boolean> {
  const log = openSync(logFile, 'a')
  try {
    const child = spawn('apt-get', args, {
      stdio: ['ignore', log, log],
      // In run level 1 the package does not start the system's own broker.
      env: { ...readBaseEnvironment(), DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  } finally {
    closeSync(log)
  }
}

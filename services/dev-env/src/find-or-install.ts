import { tmpdir } from 'node:os'
import path from 'node:path'
import { isContinuousIntegration } from './config.ts'
import { findExecutable } from './find-executable.ts'
import { installPackage } from './install-package.ts'

const FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/**
 * Path of an installed program; as root on Debian its package is installed. Without it the tests with it are skipped, with a
 * warning; with CI=true the run fails.
 */
export async function findOrInstall(
  program: string,
  packageName = program,
): Promise<string | undefined> {
  const found = findExecutable(program, FOLDERS)
  if (found !== undefined) return found
  const logFile = path.join(tmpdir(), `takeoff-install-${packageName}.log`)
  await installPackage(packageName, { logFile, say })
  const installed = findExecutable(program, FOLDERS)
  if (installed !== undefined) return installed
  const text = `SKIPPED: ${program} is not on the PATH, so the tests with it do not run.`
  if (isContinuousIntegration()) throw new Error(text)
  say(text)
  return undefined
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { isContinuousIntegration } from '@takeoff/dev-env/config'
import { findExecutable } from '@takeoff/dev-env/find-executable'
import { installPackage } from '@takeoff/dev-env/install-package'

/** The headless shell first: it does the same pages with a third less of CPU. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
] as const
/** Below node_modules, as the caches of other tools. */
const CACHE = path.join(repositoryRoot, 'node_modules/.cache/browsers')
const INSTALL_LIMIT_MS = 240_000

/**
 * A Chromium: that of CHROMIUM_PATH, or the machine's own. Where there is none it is installed: as a package by root on
 * Debian, else by Playwright's installer into the cache.
 * @returns undefined if none is available; the run says so, and fails with CI=true
 */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  }
  return findInstalled() ?? (await installedAsPackage()) ?? (await installedByPlaywright())
}

function findInstalled(): string | undefined {
  return NAMES.map((name) => findExecutable(name)).find(Boolean)
}

async function installedAsPackage(): Promise<string | undefined> {
  const logFile = path.join(tmpdir(), 'takeoff-chromium.log')
  await installPackage(NAMES[0], { logFile, say: (line) => process.stderr.write(`${line}\n`) })
  return findInstalled()
}

async function installedByPlaywright(): Promise<string | undefined> {
  // Playwright reads it when it is loaded.
  process.env.PLAYWRIGHT_BROWSERS_PATH = CACHE
  const { chromium } = await import('playwright-core')
  const file = chromium.executablePath()
  if (existsSync(file)) return file
  process.stderr.write('Installing a Chromium for the tests in a browser\n')
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('playwright-core/package.json'),
  )
  const args = [path.join(folder, 'cli.js'), 'install', '--no-shell', 'chromium']
  const install = promisify(execFile)(process.execPath, args, { timeout: INSTALL_LIMIT_MS })
  const reason = await install.then(
    () => undefined,
    (error: unknown) => (error as Error).message.trim().split('\n').slice(0, 3).join('\n'),
  )
  if (existsSync(file)) return file
  reportMissing(reason ?? 'the installer has put it elsewhere')
  return undefined
}

function reportMissing(reason: string): void {
  const text = `No Chromium is available: install chromium, or set CHROMIUM_PATH.
The tests in a browser cannot run. Playwright's installer says: ${reason}`
  if (isContinuousIntegration()) throw new Error(text)
  const line = '!'.repeat(80)
  process.stderr.write(
    `\n${line}\n${text}\nThey are skipped now; with CI=true they fail.\n${line}\n\n`,
  )
}

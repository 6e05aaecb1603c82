import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFiles } from '@takeoff/kit/http/compress-files'
import { distFolder, stagingFolder, webFolder } from '../folders.ts'
import { errorCode } from '@takeoff/kit/values/caught'

const HASH_FILE = 'content-hash.txt'
/** No build takes that long. */
const ABANDONED_MS = 3_600_000

/** Builds the application with Vite, unless it is what would be built. @returns whether it was built */
export async function buildConsole(): Promise<boolean> {
  const hash = hashOfSources()
  if (hash === readHash()) return false
  removeLeftovers()
  const built = path.join(stagingFolder, `built-${process.pid}`)
  const { build } = await import('vite')
  await build({ root: webFolder, logLevel: 'warn', build: { outDir: built, emptyOutDir: true } })
  compressFiles(built)
  writeFileSync(path.join(built, HASH_FILE), hash)
  replaceDist(built)
  return true
}

/** The sources of the application, this build, and the versions of the packages. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const own = path.dirname(webFolder)
  const sources = ['package.json', 'src/build/*.ts', 'web/**/*.*', '../client/src/**/*.ts']
  const names = globSync(sources, { cwd: own })
  for (const name of names.filter((one) => statSync(path.join(own, one)).isFile()).sort())
    hash.update(`${name}\n`).update(readFileSync(path.join(own, name)))
  return hash.update(readFileSync(path.join(own, '../../package-lock.json'))).digest('hex')
}

function readHash(): string | undefined {
  try {
    return readFileSync(path.join(distFolder, HASH_FILE), 'utf8')
  } catch {
    return undefined
  }
}

/** What builds that were killed have left. */
function removeLeftovers(): void {
  for (const folder of globSync(path.join(stagingFolder, '*')))
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_MS)
      rmSync(folder, { recursive: true, force: true })
}

/** An application that is served meanwhile is missing for a moment only. */
function replaceDist(built: string): void {
  const old = path.join(stagingFolder, `old-${process.pid}`)
  try {
    renameSync(distFolder, old)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  renameSync(built, distFolder)
  rmSync(old, { recursive: true, force: true })
}

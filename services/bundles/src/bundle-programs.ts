import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import path from 'node:path'
import { buildFolder, hashFiles } from '@takeoff/kit/build/build-folder'
import type { LogLevel, RolldownLog } from 'rolldown'
import { keepPlaces } from './keep-places.ts'
import { distFolder, isOwn, programNames, repositoryRoot, sourceOf } from './programs.ts'
import type { ProgramName } from './programs.ts'

const stagingFolder = path.join(repositoryRoot, 'node_modules/.cache/bundles')
/** They are found from the folder of the bundles, so each is in the repository's `node_modules`, in one version. */
export const UNBUNDLED = [
  // They read files beside their modules, or run them in threads.
  'fontkit',
  'pdfkit',
  'piscina',
  // Node warns of a module that it uses, unless it is in node_modules.
  'whatwg-url',
  // MikroORM does without it.
  'tinyglobby',
]

/**
 * Bundles programs with their libraries, unless the bundles are what would be built.
 * @returns whether they were built
 */
export function bundlePrograms(names: readonly ProgramName[] = programNames): Promise<boolean> {
  const sources = findSources()
  const hash = createHash('sha256').update(`${names.join()}\n`)
  return buildFolder({
    folder: distFolder,
    staging: stagingFolder,
    hash: hashFiles(hash, repositoryRoot, ['package-lock.json', ...sources]).digest('hex'),
    write: async (folder) => requireSources(await bundle(names, folder), sources),
  })
}

/** @returns the modules in the bundles */
async function bundle(names: readonly ProgramName[], folder: string): Promise<string[]> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: Object.fromEntries(names.map((name) => [name, sourceOf(name)])),
    platform: 'node',
    external: UNBUNDLED.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [keepPlaces(distFolder)],
    onLog: refuse,
    output: {
      dir: folder,
      // The names stay the same from build to build, so that Node's cache of compiled modules does not grow.
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      // A program that loads a part later may find the part of a newer build.
      minifyInternalExports: false,
    },
  })
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** A bundle with a warning, such as of a library that is missing, would fail later. */
function refuse(_level: LogLevel, { code, id = '', message }: RolldownLog): void {
  // A library of the development issuer calls eval to name functions, which works in a bundle.
  if (code === 'EVAL' && id.includes('/node_modules/depd/')) return
  throw new Error(message)
}

/** All files that a program may consist of. */
function findSources(): string[] {
  const patterns = ['package.json', 'src/**/*.ts', 'samples/*.json']
  return globSync(
    patterns.map((pattern) => `{gateway,services/*}/${pattern}`),
    { cwd: repositoryRoot, exclude: ['**/*.test.ts'] },
  )
}

/** A change of another module would not be noticed. */
function requireSources(modules: readonly string[], sources: readonly string[]): void {
  const known = new Set(sources.map((source) => path.join(repositoryRoot, source)))
  const unknown = modules.filter((id) => isOwn(id) && !known.has(id))
  if (unknown.length > 0) throw new Error(`the hash of the bundles lacks ${unknown.join(', ')}`)
}

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const home = path.resolve(import.meta.dirname, '../..')
const tsc = path.resolve(home, '../../node_modules/typescript/bin/tsc')

/** A project that has installed the package as npm would publish it. */
export interface Consumer extends AsyncDisposable {
  readonly folder: string
  /** Writes a file of the project, and returns its path. */
  write(name: string, text: string): Promise<string>
  /** Checks the types of the project, with exact types of optional properties, too. Rejects with what the compiler says. */
  checkTypes(): Promise<void>
}

/** Builds the package in a temporary folder, packs it, and installs it in a new project, without the network. */
export async function createConsumer(): Promise<Consumer> {
  const root = await mkdtemp(path.join(tmpdir(), 'takeoff-client-'))
  const [built, folder] = [path.join(root, 'package'), path.join(root, 'consumer')]
  await mkdir(folder)
  await mkdir(built)
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    await cp(path.join(home, name), path.join(built, name))
  await node(tsc, ['-p', home, '--outDir', path.join(built, 'dist')], root)
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', root], { cwd: built })
  const manifest = { name: 'consumer', private: true, type: 'module' }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
  const tarball = path.join(root, 'takeoff-client-0.1.0.tgz')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  return {
    folder,
    async write(name, text) {
      const file = path.join(folder, name)
      await writeFile(file, text)
      return file
    },
    async checkTypes() {
      for (const exact of ['false', 'true'])
        await node(tsc, ['-p', folder, '--exactOptionalPropertyTypes', exact], folder)
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
}

async function node(program: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    await run(process.execPath, [program, ...args], { cwd })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(`${stdout}${stderr}`, { cause: error })
  }
}

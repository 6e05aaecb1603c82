import { execFile } from 'node:child_process'
import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { commandOf, installedWorkspaces, stagesOf } from './dockerfile.ts'
import type { Instruction } from './dockerfile.ts'
import { linkPackages } from './link-packages.ts'

const run = promisify(execFile)
const RUN_LIMIT_MS = 300_000

/** What Docker would build, as a folder. */
export interface Image {
  readonly folder: string
  /** The program and its arguments. */
  readonly command: readonly string[]
}

export interface BuildOptions {
  /** Folder with the files that Docker sees. */
  readonly context: string
  /** Folder for the stages. */
  readonly home: string
  /** `npm ci` needs a network, or npm's cache, and some seconds; links to the installed packages need neither. */
  readonly packages: 'installed' | 'linked'
}

/**
 * Builds the image of a Dockerfile without Docker: copies what it copies and runs its `npm` and `node` commands, each
 * stage in a folder in place of `/app`. Commands of the base image (`mkdir`, `chown`) are left out.
 * @throws Error when a file is missing, or a command fails
 */
export async function buildImage(dockerfile: string, options: BuildOptions): Promise<Image> {
  const { context, home } = options
  const stages = stagesOf(await readFile(path.join(context, dockerfile), 'utf8'))
  let image: Image | undefined
  for (const stage of stages) {
    const folder = path.join(home, stage.name)
    await mkdir(folder, { recursive: true })
    if (stages.some(({ name }) => name === stage.from))
      await copy(`${path.join(home, stage.from)}/.`, folder)
    for (const instruction of stage.instructions) await execute(instruction, { folder, options })
    image = { folder, command: commandOf(stage) }
  }
  if (image === undefined) throw new Error(`${dockerfile} has no stage`)
  return image
}

interface Place {
  readonly folder: string
  readonly options: BuildOptions
}

async function execute({ name, words }: Instruction, place: Place): Promise<void> {
  if (name === 'COPY') await copyInto(words, place)
  if (name === 'RUN') await runIn(words, place)
}

async function copyInto(words: readonly string[], { folder, options }: Place): Promise<void> {
  const { context, home } = options
  const stage = /^--from=(.+)$/.exec(words[0] ?? '')?.[1]
  const from = stage === undefined ? context : path.join(home, stage)
  const to = path.join(folder, words.at(-1) ?? '')
  for (const word of words.slice(stage === undefined ? 0 : 1, -1)) {
    const source = path.join(from, word.replace(/^\/app(?:\/|$)/, ''))
    // A folder stands for what is in it, a file for itself.
    const isFolder = (await stat(source)).isDirectory()
    await mkdir(isFolder || to.endsWith('/') ? to : path.dirname(to), { recursive: true })
    await copy(isFolder ? `${source}/.` : source, to)
  }
}

/** Symbolic links stay what they are. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to])
}

async function runIn(words: readonly string[], { folder, options }: Place): Promise<void> {
  const workspaces = installedWorkspaces(words)
  if (workspaces !== undefined && options.packages === 'linked')
    return linkPackages(folder, workspaces)
  const [command = '', ...args] = words
  if (command !== 'npm' && command !== 'node') return
  await run(command, args, { cwd: folder, timeout: RUN_LIMIT_MS })
}

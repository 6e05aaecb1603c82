import { execFile } from 'node:child_process'
import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  commandOf,
  installedWorkspaces,
  instructionsOf,
  sourceStageOf,
  stageNamed,
  stagesOf,
} from './dockerfile.ts'
import type { Instruction, Stage } from './dockerfile.ts'
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
  /** Path of the Dockerfile in that folder. */
  readonly dockerfile: string
  /** Folder for the stages. */
  readonly home: string
  /** `npm ci` needs a network, or npm's cache, and some seconds; links to the installed packages need neither. */
  readonly packages: 'installed' | 'linked'
}

/**
 * Builds the images of a Dockerfile without Docker: copies what it copies and runs its `npm` and `node` commands, each
 * stage in a folder in place of `/app`. Commands of the base image (`mkdir`, `chown`) are left out. As with Docker, a
 * stage is built when it is needed first, and once.
 */
export class ImageBuilder {
  readonly #options: BuildOptions
  readonly #folders = new Map<string, Promise<string>>()
  #stages: readonly Stage[] | undefined

  constructor(options: BuildOptions) {
    this.#options = options
  }

  /** @throws Error when a file is missing, or a command fails */
  async build(target: string): Promise<Image> {
    const { context, dockerfile } = this.#options
    this.#stages ??= stagesOf(await readFile(path.join(context, dockerfile), 'utf8'))
    const folder = await this.#folderOf(target)
    return { folder, command: commandOf(instructionsOf(this.#stages, target)) }
  }

  #folderOf(name: string): Promise<string> {
    const folder = this.#folders.get(name) ?? this.#buildStage(name)
    this.#folders.set(name, folder)
    return folder
  }

  async #buildStage(name: string): Promise<string> {
    const stages = this.#stages ?? []
    const { from, instructions } = stageNamed(stages, name)
    const folder = path.join(this.#options.home, name)
    await mkdir(folder, { recursive: true })
    if (stages.some((stage) => stage.name === from))
      await copy(`${await this.#folderOf(from)}/.`, folder)
    for (const instruction of instructions) {
      if (instruction.name === 'COPY') await this.#copyInto(folder, instruction)
      if (instruction.name === 'RUN') await runIn(folder, instruction.words, this.#options)
    }
    return folder
  }

  async #copyInto(folder: string, instruction: Instruction): Promise<void> {
    const { words } = instruction
    const stage = sourceStageOf(instruction)
    const from = stage === undefined ? this.#options.context : await this.#folderOf(stage)
    const to = path.join(folder, words.at(-1) ?? '')
    for (const word of words.slice(stage === undefined ? 0 : 1, -1)) {
      const source = path.join(from, word.replace(/^\/app(?:\/|$)/, ''))
      // A folder stands for what is in it, a file for itself.
      const isFolder = (await stat(source)).isDirectory()
      await mkdir(isFolder || to.endsWith('/') ? to : path.dirname(to), { recursive: true })
      await copy(isFolder ? `${source}/.` : source, to)
    }
  }
}

/** Symbolic links stay what they are. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to])
}

async function runIn(
  folder: string,
  words: readonly string[],
  { packages }: Pick<BuildOptions, 'packages'>,
): Promise<void> {
  const workspaces = installedWorkspaces(words)
  if (workspaces !== undefined && packages === 'linked') return linkPackages(folder, workspaces)
  const [command = '', ...args] = words
  if (command !== 'npm' && command !== 'node') return
  await run(command, args, { cwd: folder, timeout: RUN_LIMIT_MS })
}

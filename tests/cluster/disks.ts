import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SIZE = '1500m'
const CHUNK = Buffer.alloc(1_000_000)

/** Small file systems in memory, which can be filled; plain folders where they cannot be mounted. */
export class Disks implements AsyncDisposable {
  readonly #mounted: string[] = []
  readonly #say: (line: string) => void
  #hasSaid = false

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** Whether they can be filled. */
  get areOwn(): boolean {
    return this.#mounted.length > 0
  }

  async mount(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'takeoff', folder])
      this.#mounted.push(folder)
    } catch {
      if (!this.#hasSaid) this.#say('SKIPPED: full disks, which need root')
      this.#hasSaid = true
    }
  }

  /** Leaves no byte free, until `empty`. */
  async fill(folder: string): Promise<void> {
    const file = await open(fillerOf(folder), 'w')
    try {
      for (;;) await file.writeFile(CHUNK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      await file.close()
    }
  }

  async empty(folder: string): Promise<void> {
    await rm(fillerOf(folder), { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const folder of this.#mounted) await run('umount', ['--lazy', folder])
  }
}

function fillerOf(folder: string): string {
  return path.join(folder, 'filler')
}

import { spawn } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import type { DevDetails } from '@takeoff/dev-env/dev-details'

const root = path.resolve(import.meta.dirname, '../../..')

/** The commands of a document, with the address of a stack in place of the usual one. */
export interface Block {
  readonly background: boolean
  readonly commands: string
}

/** A folder that looks like the repository to the commands of a document, whose stack is the one of the tests. */
export async function createCommandFolder(details: DevDetails) {
  const folder = await openTemporaryFolder('takeoff-document')
  await mkdir(path.join(folder.path, '.takeoff'))
  await writeFile(path.join(folder.path, '.takeoff/dev.json'), JSON.stringify(details))
  await symlink(path.join(root, 'docs'), path.join(folder.path, 'docs'))
  return folder
}

/**
 * The shell commands of a document, block by block.
 * @param document path in the repository
 */
export async function readBlocks(document: string, graphqlUrl: string): Promise<Block[]> {
  const text = await readFile(path.join(root, document), 'utf8')
  return [...text.matchAll(/```sh( background)?\n([\s\S]*?)```/g)].map(
    ([, background, commands = '']) => ({
      background: background !== undefined,
      commands: commands.replaceAll('http://localhost:4000', new URL(graphqlUrl).origin),
    }),
  )
}

/** A shell that stays open, so that a block can use the definitions of earlier ones. */
export function openShell(folder: string) {
  const shell = spawn('bash', ['-s'], { cwd: folder, detached: true })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  return {
    /** Runs a block without output. */
    define(commands: string): void {
      shell.stdin.write(`${commands}\n`)
    },
    /** Runs a block whose output is one line of JSON. */
    async run(
      commands: string,
    ): Promise<{ readonly data: Record<string, never>; readonly errors?: unknown }> {
      shell.stdin.write(`${commands}\necho\n`)
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) throw new Error('the shell ended')
        if (value.startsWith('{"')) return JSON.parse(value) as { data: Record<string, never> }
      }
    },
    close() {
      if (shell.pid !== undefined) process.kill(-shell.pid)
    },
  }
}

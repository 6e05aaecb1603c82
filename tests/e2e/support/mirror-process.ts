import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'

/** docs/examples/mirror.mjs as a process of its own. */
export interface MirrorProcess extends AsyncDisposable {
  readonly url: URL
  /** What follows a text in the next line that has it. */
  after(text: string): Promise<string>
  /** What it has reported as errors. */
  readonly errors: readonly string[]
  /** Ends it with a signal; returns the exit code, null when it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Resolves when the program listens. */
export async function startMirror(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<MirrorProcess> {
  const options = ['--disable-warning=ExperimentalWarning', 'mirror.mjs', '0', 'mirror.sqlite']
  const child = spawn(process.execPath, options, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const errors: string[] = []
  const lines = new EventEmitter()
  createInterface({ input: child.stdout }).on('line', (line) => lines.emit('line', line))
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))

  const after = async (text: string): Promise<string> => {
    const found = new Promise<string>((resolve) => {
      const look = (line: string): void => {
        if (!line.includes(text)) return
        lines.off('line', look)
        resolve(line.slice(line.indexOf(text) + text.length).trim())
      }
      lines.on('line', look)
    })
    const failed = ended.then(([code]) => {
      throw new Error(`the program ended with ${code} before "${text}": ${errors.join('\n')}`)
    })
    return Promise.race([found, failed])
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return (await ended)[0]
  }
  return {
    url: new URL(await after('listening on')),
    after,
    errors,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}

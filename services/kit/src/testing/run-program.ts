import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { vi } from 'vitest'
import { compileCacheFolder } from '../build/compile-cache.ts'

/** How a program has ended, and what it has printed. */
export interface EndedProgram {
  readonly code: number | null
  readonly output: string
}

/** A program of a service that runs in a process of its own. */
export interface RunningProgram {
  /** Resolves when it has printed something. */
  printed(): Promise<void>
  /** Kills it when it has printed something. */
  kill(): Promise<void>
  /** What it has printed when it ends, with a signal or by itself. */
  end(signal?: NodeJS.Signals): Promise<EndedProgram>
  /** As `end`, but kills it as soon as it has printed this text. */
  endAt(printed: string): Promise<EndedProgram>
}

/** Starts a program with these arguments, and with this environment alone, except for where compiled modules are. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const child = fork(file, [...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCacheFolder, ...env },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the output is not piped')
  // Without reading it, so that `end` returns it too.
  const printed = async (): Promise<void> => void (await once(stdout, 'readable'))
  const end: RunningProgram['end'] = async (signal) => {
    if (signal !== undefined) child.kill(signal)
    const [printed, errors, [code]] = await Promise.all([text(stdout), text(stderr), ended])
    return { code, output: printed + errors }
  }
  return {
    printed,
    async kill() {
      await printed()
      child.kill('SIGKILL')
      await ended
    },
    end,
    endAt(printed) {
      stdout.on('data', (data: Buffer) => {
        if (data.includes(printed)) child.kill('SIGKILL')
      })
      return end()
    },
  }
}

let calls = 0
let isCalling = false

/** How a called program has ended, and what it has printed where. */
export interface CalledProgram {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program in this process, which takes a tenth of the time: with these arguments, and with this environment alone.
 * For programs that end when their module is loaded, one at a time, and that no test has to kill.
 */
export async function callProgram(
  ...program: Parameters<typeof callWithStreams>
): Promise<EndedProgram> {
  const { code, stdout, stderr } = await callWithStreams(...program)
  return { code, output: stdout + stderr }
}

/** As `callProgram`, for tests that tell its two outputs apart. */
export async function callWithStreams(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CalledProgram> {
  if (isCalling) throw new Error('another program is called')
  isCalling = true
  const { argv, env: own, exitCode } = process
  const printed = { stdout: '', stderr: '' }
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
        printed[name] += String(chunk)
        return true
      }),
    ),
    // Vitest's own console does not write there.
    ...(
      [
        ['log', 'stdout'],
        ['error', 'stderr'],
      ] as const
    ).map(([method, name]) =>
      vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
        printed[name] += `${format(...values)}\n`
      }),
    ),
  ]
  Object.assign(process, {
    argv: [process.execPath, file, ...args],
    env: { ...env },
    exitCode: undefined,
  })
  calls += 1
  try {
    // A module runs once for each address.
    await import(`${pathToFileURL(file).href}?call=${calls}`)
    return { code: Number(process.exitCode ?? 0), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.assign(process, { argv, env: own, exitCode })
    isCalling = false
  }
}

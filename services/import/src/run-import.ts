import { stat } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@takeoff/kit/service/config'
import type { Config } from './config.ts'
import { importFile } from './import-file.ts'
import { HELP, parseOptions } from './options.ts'
import type { Options } from './options.ts'
import { readerOf } from './read-records.ts'
import { findTarget } from './target.ts'
import { UnusableError } from './unusable-error.ts'

const ALL_IMPORTED = 0
const SOME_REFUSED = 1
const UNUSABLE = 2
const STOPPED = 130

/** Runs the command and returns its exit code. */
export async function runImport(
  args: readonly string[],
  readConfig: () => Config,
): Promise<number> {
  const stop = new AbortController()
  // Ctrl-C may come twice, from the terminal and through npm: the handlers stay.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  try {
    const options = parseOptions(args)
    if (options.help) {
      process.stdout.write(HELP)
      return ALL_IMPORTED
    }
    return await importAll(options, readConfig(), stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return stopped()
    if (!(error instanceof UnusableError || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return UNUSABLE
  }
}

async function importAll(options: Options, config: Config, stop: AbortSignal): Promise<number> {
  const files = options.files.map((name) => ({ name, path: path.resolve(config.startedIn, name) }))
  // All files are checked first, so that a wrong name is reported before anything is sent.
  for (const file of files) await checkFile(file)
  const target = await findTarget(options, config)
  let refused = 0
  for (const file of files) {
    const report = await importFile({ ...file, target, home: config.home, stop })
    if (stop.aborted) return stopped()
    refused += report.refused
  }
  return refused === 0 ? ALL_IMPORTED : SOME_REFUSED
}

async function checkFile(file: { readonly name: string; readonly path: string }): Promise<void> {
  readerOf(file.name)
  const found = await stat(file.path).catch(() => undefined)
  if (found === undefined) throw new UnusableError(`There is no file ${file.path}.`)
  if (!found.isFile()) throw new UnusableError(`${file.path} is no file.`)
}

function stopped(): number {
  process.stderr.write('Stopped. The same command goes on from there.\n')
  return STOPPED
}

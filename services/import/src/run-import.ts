import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  FAILURE,
  STOPPED,
  SUCCESS,
  UsageError,
  WRONG_USAGE,
} from '@takeoff/kit/service/command-line'
import { ConfigError } from '@takeoff/kit/service/config'
import type { Config } from './config.ts'
import { checkFile, importFile } from './import-file.ts'
import { HELP, parseOptions } from './options.ts'
import type { Options } from './options.ts'
import { readerOf } from './read-records.ts'
import { findTarget } from './target.ts'
import { UnreadableFileError, UnusableError } from './unusable-error.ts'

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
      return SUCCESS
    }
    return await importAll(options, readConfig(), stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return stopped()
    if (error instanceof UsageError || error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`)
      return WRONG_USAGE
    }
    if (!(error instanceof UnusableError)) throw error
    process.stderr.write(`Not finished: ${error.message}${adviceFor(error)}\n`)
    return FAILURE
  }
}

/** A file that was repaired is imported from its beginning, which changes nothing twice. */
function adviceFor(error: UnusableError): string {
  return error instanceof UnreadableFileError ? '' : ' The same command goes on from there.'
}

async function importAll(options: Options, config: Config, stop: AbortSignal): Promise<number> {
  const files = options.files.map((name) => ({ name, path: path.resolve(config.startedIn, name) }))
  // All files are checked first, so that a wrong name is reported before anything is sent.
  for (const file of files) await requireFile(file)
  if (options.isDryRun) return checkAll(files)
  const target = await findTarget(options, config)
  let refused = 0
  for (const file of files) {
    const report = await importFile({ ...file, target, home: config.home, stop })
    if (stop.aborted) return stopped()
    refused += report.refused
  }
  return refused === 0 ? SUCCESS : FAILURE
}

/** A dry run, which needs no platform. */
async function checkAll(files: readonly NamedFile[]): Promise<number> {
  let refused = 0
  for (const file of files) refused += await checkFile(file)
  return refused === 0 ? SUCCESS : FAILURE
}

interface NamedFile {
  readonly name: string
  readonly path: string
}

async function requireFile(file: NamedFile): Promise<void> {
  readerOf(file.name)
  const found = await stat(file.path).catch(() => undefined)
  if (found === undefined) throw new UsageError(`There is no file ${file.path}.`)
  if (!found.isFile()) throw new UsageError(`${file.path} is no file.`)
}

function stopped(): number {
  process.stderr.write('Stopped. The same command goes on from there.\n')
  return STOPPED
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  exitCodeOf,
  FAILURE,
  STOPPED,
  stopSignal,
  SUCCESS,
  UsageError,
} from '@takeoff/kit/service/command-line'
import { errorMessage } from '@takeoff/kit/values/caught'
import type { Config } from './config.ts'
import { checkFile, importFile } from './import-file.ts'
import type { ImportClientOptions } from './import-client.ts'
import { importHouse, isMeasurementFile } from './measurement-file.ts'
import { HELP, parseOptions } from './options.ts'
import type { Options } from './options.ts'
import { readerOf } from './read-records.ts'
import { findTarget } from '@takeoff/kit/service/platform-target'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Runs the command and returns its exit code. */
export async function runImport(
  args: readonly string[],
  readConfig: () => Config,
): Promise<number> {
  const stop = stopSignal()
  try {
    const options = parseOptions(args)
    if (options.help) {
      process.stdout.write(HELP)
      return SUCCESS
    }
    return await importAll(options, readConfig(), stop)
  } catch (error) {
    if (stop.aborted) return stopped()
    const code = exitCodeOf(error) ?? (isOfSystem(error) ? FAILURE : undefined)
    if (code === undefined) throw error
    const message = errorMessage(error)
    const isBegun = code === FAILURE
    process.stderr.write(isBegun ? `Not finished: ${message}${adviceFor(error)}\n` : `${message}\n`)
    return code
  }
}

/** A file that was repaired is imported from its beginning, which changes nothing twice. */
function adviceFor(error: unknown): string {
  if (error instanceof UnreadableFileError) return ''
  return `${isOfSystem(error) ? '.' : ''} The same command goes on from there.`
}

/** An error of the operating system, such as a full disk, is no bug. Its message has no full stop. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

async function importAll(options: Options, config: Config, stop: AbortSignal): Promise<number> {
  const files = options.files.map((name) => ({ name, path: path.resolve(config.startedIn, name) }))
  // All files are checked first, so that a wrong name is reported before anything is sent.
  for (const file of files) await requireFile(file, options)
  if (options.isDryRun) return checkAll(files, stop)
  const target = await findTarget(options, config)
  let refused = 0
  for (const file of files) {
    refused += (await isMeasurementFile(file))
      ? await importHouseFile(file, options, { target, stop, onRetry })
      : (await importFile({ ...file, target, home: config.home, stop })).refused
    if (stop.aborted) return stopped()
  }
  return refused === 0 ? SUCCESS : FAILURE
}

/** Returns how many files were refused. */
async function importHouseFile(
  file: NamedFile,
  { jobKey }: Options,
  client: ImportClientOptions,
): Promise<number> {
  const key = jobKey ?? path.parse(file.name).name
  const { lines, isRefused } = await importHouse({ ...file, key }, client)
  for (const line of lines) process.stdout.write(`${line}\n`)
  return Number(isRefused)
}

function onRetry(why: string): void {
  process.stderr.write(`${why}\n`)
}

/** A dry run, which needs no platform. */
async function checkAll(files: readonly NamedFile[], stop: AbortSignal): Promise<number> {
  let refused = 0
  for (const file of files) {
    if (await isMeasurementFile(file))
      process.stdout.write(`${file.name}: a measurement file, which the platform checks\n`)
    else refused += await checkFile({ ...file, stop })
    if (stop.aborted) return stopped('')
  }
  return refused === 0 ? SUCCESS : FAILURE
}

interface NamedFile {
  readonly name: string
  readonly path: string
}

async function requireFile(file: NamedFile, { jobKey }: Options): Promise<void> {
  const isHouse = await isMeasurementFile(file)
  if (!isHouse) readerOf(file.name)
  const found = await stat(file.path).catch(() => undefined)
  if (found === undefined) throw new UsageError(`There is no file ${file.path}.`)
  if (!found.isFile()) throw new UsageError(`${file.path} is no file.`)
  if (jobKey !== undefined && !isHouse)
    throw new UsageError(
      `--job is the job of a measurement file, and ${file.name} has records. Each has the externalIdentifier of its job; leave out --job.`,
    )
}

function stopped(advice = ' The same command goes on from there.'): number {
  process.stderr.write(`Stopped.${advice}\n`)
  return STOPPED
}

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { batchesOf } from './batches.ts'
import type { Batch, Refusal } from './batches.ts'
import { sendBatch } from './import-client.ts'
import type { ImportClientOptions } from './import-client.ts'
import { openJournal } from './journal.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { showProgress } from './progress.ts'
import type { Progress } from './progress.ts'
import { readRecords } from './read-records.ts'
import { countsLine, refusalLine } from './report.ts'
import type { Counts } from './report.ts'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import type { FileRecord, RecordSource } from './record-source.ts'
import type { Target } from '@takeoff/kit/service/platform-target'
import { UnreadableFileError } from './unreadable-file-error.ts'
import { printableLine } from '@takeoff/kit/values/printable'

export interface FileImport {
  /** The name as given on the command line, for messages. */
  readonly name: string
  readonly path: string
  readonly target: Target
  /** Folder of the journals. */
  readonly home: string
  /** Ends the import after the batches in flight, and at once while there are none. */
  readonly stop: AbortSignal
}

/**
 * Imports one file and writes its report to standard output.
 * @throws CommandFailedError when it cannot continue; the records imported until then are reported and stay
 */
export async function importFile(file: FileImport): Promise<Counts> {
  const startedAt = performance.now()
  const { size } = await stat(file.path)
  await using journal = await openJournal(file.path, file.target, file.home, file.stop)
  if (journal.done > 0) {
    print(`${file.name}: going on after record ${journal.done} of an earlier run`)
  }
  const unknown = new UnknownMeasurements()
  try {
    using progress = showProgress(file.name, size)
    await sendAll({ ...file, unknown }, journal, progress)
  } catch (error) {
    if (existsSync(journal.path)) {
      const counts = await report(file.name, journal, unknown)
      print(`${countsLine(file.name, counts)}; not finished`)
    }
    if (error instanceof UnreadableFileError) await journal.remove()
    throw error
  }
  const counts = await report(file.name, journal, unknown)
  if (!file.stop.aborted) await requireComplete(file.name, journal, counts)
  const seconds = (performance.now() - startedAt) / 1000
  const rate = Math.round((counts.records - journal.done) / Math.max(seconds, 0.001))
  const end = file.stop.aborted ? 'not finished' : 'finished'
  print(
    `${countsLine(file.name, counts)}; ${end} (${seconds.toFixed(1)} s, ${rate} records a second)`,
  )
  if (!file.stop.aborted) await journal.remove()
  return counts
}

/** Checks the records of a file as an import does, until it is stopped, and sends nothing. Returns how many would be refused. */
export async function checkFile(file: Pick<FileImport, 'name' | 'path' | 'stop'>): Promise<number> {
  const { size } = await stat(file.path)
  const unknown = new UnknownMeasurements()
  let [records, refused] = [0, 0]
  try {
    using progress = showProgress(file.name, size)
    const source = { ...file, onBytes: (count: number) => progress.read(count) }
    for await (const { refusals, last } of batchesOf(watched(source, unknown), 0)) {
      for (const refusal of refusals) print(refusalLine(file.name, refusal))
      records = last
      refused += refusals.length
      progress.done(records, refused)
    }
  } catch (error) {
    if (!file.stop.aborted) throw error
  } finally {
    for (const sentence of unknown.sentences()) print(sentence)
    const end = file.stop.aborted ? 'not finished; ' : ''
    print(
      `${file.name}: ${records} records: ${records - refused} valid, ${refused} refused; ${end}a dry run: nothing was sent`,
    )
  }
  return refused
}

/** Keys and names of a file may have any characters. */
function print(line: string): void {
  process.stdout.write(`${printableLine(line)}\n`)
}

/** Prints each bad record and each unknown key, and counts the rest. */
async function report(
  name: string,
  journal: Journal,
  unknown: UnknownMeasurements,
): Promise<Counts> {
  let counts: Counts = { records: 0, created: 0, changed: 0, unchanged: 0, refused: 0 }
  for await (const { last, created, changed, unchanged, refusals } of journal.entries()) {
    for (const refusal of refusals) print(refusalLine(name, refusal))
    counts = {
      records: last,
      created: counts.created + created,
      changed: counts.changed + changed,
      unchanged: counts.unchanged + unchanged,
      refused: counts.refused + refusals.length,
    }
  }
  for (const sentence of unknown.sentences()) print(sentence)
  return counts
}

/** @throws UnreadableFileError when the journal lacks the results of records, which may have been refused */
async function requireComplete(name: string, journal: Journal, counts: Counts): Promise<void> {
  const { records, created, changed, unchanged, refused } = counts
  const lost = records - created - changed - unchanged - refused
  if (lost === 0) return
  await journal.remove()
  throw new UnreadableFileError(
    `${name}: the results of ${lost} records were lost from ${journal.path}. Import the file again: nothing is imported twice.`,
  )
}

/** The records of a file; the unknown keys of their measurements are collected. */
async function* watched(
  source: RecordSource,
  unknown: UnknownMeasurements,
): AsyncGenerator<FileRecord> {
  for await (const record of readRecords(source)) {
    const { line, read } = record
    if (read.kind === 'accepted') unknown.add(read.record.measurements, `${source.name}:${line}: `)
    yield record
  }
}

/** Reads and sends the next batch while one awaits its response: at most two are in flight. */
async function sendAll(
  { unknown, ...file }: FileImport & { readonly unknown: UnknownMeasurements },
  journal: Journal,
  progress: Progress,
): Promise<void> {
  const { target, stop } = file
  const client = { target, stop, onRetry: (why: string) => progress.note(why) }
  const records = watched({ ...file, onBytes: (count) => progress.read(count) }, unknown)
  let refused = journal.refused
  let earlier = Promise.resolve()
  const confirm = async (sending: Promise<JournalEntry>): Promise<void> => {
    const entry = await sending
    await journal.append(entry)
    refused += entry.refusals.length
    progress.done(entry.last, refused)
  }
  try {
    for await (const batch of batchesOf(records, journal.done)) {
      if (stop.aborted) break
      const sending = send(client, batch)
      // A failure is reported by `confirm`, in the order of the file; this avoids an unhandled rejection.
      sending.catch(() => undefined)
      await earlier
      earlier = confirm(sending)
      earlier.catch(() => undefined)
    }
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    await earlier
  }
}

async function send(client: ImportClientOptions, batch: Batch): Promise<JournalEntry> {
  const { jobs, refusals, last } = batch
  if (jobs.length === 0) return { last, created: 0, changed: 0, unchanged: 0, refusals }
  const { created, changed, unchanged, errors } = await sendBatch(client, batch)
  const refusedThere = errors.flatMap(({ index, path, message }): Refusal[] => {
    const job = jobs[index]
    if (job === undefined) return []
    const reason = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message
    return [
      { record: job.record, line: job.line, key: job.key, path, reason: reason.replace(/\.$/, '') },
    ]
  })
  const all = [...refusals, ...refusedThere].sort((a, b) => a.record - b.record)
  return { last, created, changed, unchanged, refusals: all }
}

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { batchesOf } from './batches.ts'
import type { Batch, Refusal } from './batches.ts'
import { createImportClient } from './import-client.ts'
import type { ImportClient } from './import-client.ts'
import { openJournal } from './journal.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { showProgress } from './progress.ts'
import type { Progress } from './progress.ts'
import { readRecords } from './read-records.ts'
import { reportFile } from './report.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'
import { UnreadableFileError } from './unusable-error.ts'

export interface FileImport {
  /** The name as given on the command line, for messages. */
  readonly name: string
  readonly path: string
  readonly target: Target
  /** Folder of the journals. */
  readonly home: string
  /** Ends the import after the batches in flight. */
  readonly stop: AbortSignal
}

/**
 * Imports one file and writes its report to standard output.
 * @throws UnusableError when it cannot continue; the records imported until then are reported and stay
 */
export async function importFile(file: FileImport): Promise<Report> {
  const startedAt = performance.now()
  const { size } = await stat(file.path)
  const journal = await openJournal(file.path, file.target, file.home)
  if (journal.done > 0) {
    process.stdout.write(`${file.name}: going on after record ${journal.done} of an earlier run\n`)
  }
  const report = () => reportFile(file.name, journal, performance.now() - startedAt)
  try {
    using progress = showProgress(file.name, size)
    await sendAll(file, journal, progress)
  } catch (error) {
    if (existsSync(journal.path)) await report()
    if (error instanceof UnreadableFileError) await journal.remove()
    throw error
  }
  const reported = await report()
  if (!file.stop.aborted) await journal.remove()
  return reported
}

/** Reads and sends the next batch while one awaits its response: at most two are in flight. */
async function sendAll(file: FileImport, journal: Journal, progress: Progress): Promise<void> {
  const { target, stop } = file
  const client = createImportClient({ target, stop, onRetry: (why) => progress.note(why) })
  const records = readRecords({
    ...file,
    onBytes: (count) => progress.read(count),
    note: (text) => progress.note(text),
  })
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
  } finally {
    await earlier
  }
}

async function send(client: ImportClient, batch: Batch): Promise<JournalEntry> {
  const { jobs, refusals, last } = batch
  if (jobs.length === 0) return { last, created: 0, changed: 0, unchanged: 0, refusals }
  const { created, changed, unchanged, errors } = await client.send(batch)
  const refusedThere = errors.flatMap(({ index, path, message }): Refusal[] => {
    const job = jobs[index]
    if (job === undefined) return []
    const reason = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message
    return [{ record: job.record, key: job.key, path, reason: reason.replace(/\.$/, '') }]
  })
  const all = [...refusals, ...refusedThere].sort((a, b) => a.record - b.record)
  return { last, created, changed, unchanged, refusals: all }
}

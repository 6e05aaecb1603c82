import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { LockHeldError, takeLock } from '@takeoff/kit/service/process-lock'
import type { ProcessLock } from '@takeoff/kit/service/process-lock'
import { linesOf } from '@takeoff/kit/values/lines'
import type { Target } from '@takeoff/kit/service/platform-target'

const entrySchema = z.object({
  /** All records up to this one are imported or refused. */
  last: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refusals: z
    .array(
      z.object({
        record: z.int(),
        line: z.int(),
        key: z.string().nullable(),
        path: z.string(),
        reason: z.string(),
      }),
    )
    .readonly(),
})

export type JournalEntry = z.infer<typeof entrySchema>

/**
 * The results of the import of one file into one organization: a line per batch, in the order of the file.
 * It outlives the process, and the report is made from it, so that memory use depends neither on the length
 * of a file nor on the number of its bad records. Disposing it lets another process open it.
 */
export interface Journal extends AsyncDisposable {
  /** The journal's own file, which does not exist before the first batch. */
  readonly path: string
  /** Number of records that an earlier run has processed. */
  readonly done: number
  /** Number of those records that were refused. */
  readonly refused: number
  append(entry: JournalEntry): Promise<void>
  entries(): AsyncIterable<JournalEntry>
  remove(): Promise<void>
}

/**
 * Opens the journal of this content and target; any other content or target has a journal of its own.
 * @param stop ends the read of the content with an AbortError
 * @throws CommandFailedError while another process imports the same
 */
export async function openJournal(
  file: string,
  target: Target,
  home: string,
  stop?: AbortSignal,
): Promise<Journal> {
  const hash = createHash('sha256').update(`${target.url} ${target.orgId}\n`)
  for await (const bytes of createReadStream(file, { signal: stop })) hash.update(bytes as Buffer)
  const folder = path.join(home, 'imports')
  await mkdir(folder, { recursive: true })
  const name = path.join(folder, hash.digest('hex'))
  const journalPath = `${name}.ndjson`
  const lock = await lockJournal(`${name}.lock`)
  let [done, refused] = [0, 0]
  for await (const { last, refusals } of readEntries(journalPath)) {
    done = last
    refused += refusals.length
  }
  return {
    path: journalPath,
    done,
    refused,
    // The leading line break separates a line that a kill has truncated, which is skipped on reading.
    append: (entry) => appendFile(journalPath, `\n${JSON.stringify(entry)}`, { mode: 0o600 }),
    entries: () => readEntries(journalPath),
    remove: () => rm(journalPath, { force: true }),
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  }
}

/** @throws CommandFailedError while another process has it */
async function lockJournal(lock: string): Promise<ProcessLock> {
  try {
    return await takeLock(lock)
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new CommandFailedError(
      `Another import of this file runs (process ${error.owner.pid}). Wait for its end.`,
      { cause: error },
    )
  }
}

async function* readEntries(journal: string): AsyncGenerator<JournalEntry> {
  if (!existsSync(journal)) return
  for await (const line of linesOf(createReadStream(journal, 'utf8'))) {
    const entry = parseEntry(line)
    if (entry !== undefined) yield entry
  }
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

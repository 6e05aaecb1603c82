import { sql as raw } from 'kysely'
import { FAILURE, HELP_HINT, runProgram, UsageError } from '../service/command-line.ts'
import type { CommandLine } from '../service/command-line.ts'
import { namedFile } from '../service/named-file.ts'
import type { OwnDatabase } from '../postgres/database-connection.ts'
import { openAsOwner, say } from '../operator/operator-program.ts'
import { timestamptz } from '../postgres/sql-types.ts'
import { readSnapshot } from '../postgres/snapshot.ts'
import { uncheckedStatement } from '../postgres/statement.ts'
import type { Snapshot } from './read-in-order.ts'
import { States, writeStates } from './states-file.ts'
import type { StatedType } from './states-sql.ts'

/** Large tables and file stores are read from end to end. */
const STATEMENT_TIMEOUT_MS = 3_600_000
/** Longer than rendering and storing a document, and publishing its event, take. */
const AGE_SECONDS = 300
const AGE_SECONDS_MAX = 86_400_000

const HELP = `Verifies that what a service has stored agrees with itself and with other services, as after a restore.

Usage: npm run verify -- services/SERVICE [--content] [--age SECONDS] [--write FILE] [--read FILE]…

  --content      read every file and compare its checksum, too
  --age SECONDS  leave out what is younger, because it may be on its way (default ${AGE_SECONDS})
  --write FILE   write what the service has, for the other services (production-lists, order-documents)
  --read FILE    compare with what another service has written (order-documents, webhooks)
  --help         this text

It changes nothing. More in docs/restore.md.
`

const OPTIONS = {
  content: { type: 'boolean' },
  age: { type: 'string' },
  write: { type: 'string' },
  read: { type: 'string', multiple: true },
} as const

/** The input of a check. */
export interface Verification extends Snapshot {
  /** What was changed after this time may be on its way. */
  readonly settledBefore: Date
  readonly readsContent: boolean
  /** Reports what does not agree, as one line. */
  readonly report: (finding: string) => void
  /** Prints a line that is no finding. */
  readonly say: (line: string) => void
}

/** The database of a service, and what can be verified there. */
export interface VerifyOptions extends OwnDatabase {
  readonly service: string
  /** What the service writes for others. */
  readonly states?: readonly StatedType[]
  /** Compares the database with what else the service stores. */
  readonly verifyOwn?: (verification: Verification) => Promise<void>
  /** Compares the database with what another service has written, and says which services it knows. */
  readonly compare?: {
    readonly services: readonly string[]
    readonly with: (verification: Verification, states: States) => Promise<void>
  }
}

interface Command {
  readonly readsContent: boolean
  readonly ageSeconds: number
  readonly write: string | undefined
  readonly read: readonly string[]
}

/**
 * The program that verifies what a service has stored, beside the service. It prints each finding as a line; its exit
 * code is 1 when there is one, or the file of another service was not given, and 2 if it could not start.
 */
export async function runVerify(
  readOptions: () => VerifyOptions | Promise<VerifyOptions>,
): Promise<void> {
  await runProgram({ help: HELP, options: OPTIONS }, async (commandLine) => {
    await verify(readCommand(commandLine), await readOptions())
  })
}

/** @throws UsageError */
function readCommand({ values }: CommandLine<typeof OPTIONS>): Command {
  const { age = String(AGE_SECONDS), content = false, write, read = [] } = values
  if (!/^\d+$/.test(age) || Number(age) > AGE_SECONDS_MAX)
    throw new UsageError(`--age ${age} is not a number of seconds. ${HELP_HINT}`)
  return {
    readsContent: content,
    ageSeconds: Number(age),
    write: write === undefined ? undefined : namedFile(write),
    read: read.map(namedFile),
  }
}

async function verify(command: Command, options: VerifyOptions): Promise<void> {
  const { service, states = [] } = options
  if (command.write !== undefined && states.length === 0)
    throw new UsageError(`${service} writes nothing for other services. ${HELP_HINT}`)
  await using database = await openAsOwner('verify', options, STATEMENT_TIMEOUT_MS)
  let runs = 0
  const { findings, notCompared } = await database.transaction((sql) => {
    if (runs > 0) say('The connection was lost. Everything is verified again.')
    runs += 1
    return verifySnapshot({ sql }, command, options)
  })
  const isComplete = notCompared.length === 0
  const agrees = isComplete ? 'everything agrees' : 'what was verified agrees'
  say(`${service}: ${findings === 0 ? agrees : `${findings} findings`}.`)
  if (!isComplete)
    say(
      `Not compared with ${notCompared.join(' and ')}: pass with --read the file that "verify --write" of each wrote.`,
    )
  if (findings > 0 || !isComplete) process.exitCode = FAILURE
}

interface Verified {
  /** The number of findings. */
  readonly findings: number
  /** Services whose files were not given. */
  readonly notCompared: readonly string[]
}

const selectTime = uncheckedStatement({ at: timestamptz }, raw`select clock_timestamp() as at`)

async function verifySnapshot(
  snapshot: Snapshot,
  { ageSeconds, readsContent, ...command }: Command,
  { service, states = [], verifyOwn, compare }: VerifyOptions,
): Promise<Verified> {
  await snapshot.sql.run(readSnapshot, {})
  const { at } = await snapshot.sql.one(selectTime, {})
  let findings = 0
  const verificationAt = (time: number): Verification => ({
    ...snapshot,
    settledBefore: new Date(time - ageSeconds * 1_000),
    readsContent,
    say,
    report(finding) {
      findings += 1
      say(finding)
    },
  })
  await using opened = new AsyncDisposableStack()
  const read: States[] = []
  for (const file of command.read) read.push(opened.use(await States.open(file)))
  for (const { file, header } of read) {
    if (compare?.services.includes(header.service) !== true)
      throw new UsageError(`${file} is of ${header.service}: ${service} does not compare with it.`)
  }
  await verifyOwn?.(verificationAt(at.getTime()))
  for (const other of read) {
    await compare?.with(verificationAt(Date.parse(other.header.at)), other)
    other.requireEnd()
  }
  if (command.write !== undefined)
    await writeStates(command.write, { service, at }, states, snapshot)
  const compared = new Set(read.map(({ header }) => header.service))
  const notCompared = compare?.services.filter((name) => !compared.has(name)) ?? []
  return { findings, notCompared }
}

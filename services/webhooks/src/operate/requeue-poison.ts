import type { Database } from '@takeoff/kit/database'
import { deletePoison, lockPoison } from '../db/poison-messages.ts'
import type { PoisonRange } from '../db/poison-messages.ts'
import { readMessage } from '../ingest/read-message.ts'
import type { Poison, Reading } from '../ingest/read-message.ts'
import { isDataError } from '../db/is-data-error.ts'
import { NO_ROOM, takeInReadings } from '../ingest/take-in-events.ts'
import { FINE, LEFT } from './command.ts'
import type { Call, Command } from './command.ts'
import { readMessageIds } from './message-ids.ts'
import { table } from './table.ts'

const BATCH_SIZE = 100

export const requeuePoison: Command = {
  name: 'requeue poison',
  usage: 'ID… | --all',
  about: 'Reads messages that were set aside once more, and takes in those that are events now.',
  options: { all: { type: 'boolean' } },
  run: requeue,
}

/** What became of a message. */
interface Outcome {
  readonly id: number
  /** Why it stays; undefined when it was taken in. */
  readonly error: string | undefined
}

async function requeue({ args, values, places, isJson, out, stop }: Call): Promise<number> {
  const ids = readMessageIds(args, values['all'] === true)
  const database = await places.database()
  const outcomes: Outcome[] = []
  let isMore = true
  while (isMore && !stop.aborted) {
    const after = outcomes.at(-1)?.id ?? 0
    const batch = await requeueBatch(database, { ids, after, first: BATCH_SIZE })
    outcomes.push(...batch)
    isMore = batch.length === BATCH_SIZE
  }
  const left = outcomes.filter(({ error }) => error !== undefined)
  const takenIn = outcomes.length - left.length
  const missing = ids === undefined || stop.aborted ? 0 : ids.length - outcomes.length
  if (isJson) {
    out(`${JSON.stringify({ takenIn, left, missing })}\n`)
  } else {
    const notFound = missing > 0 ? `, ${missing} not found` : ''
    out(`${takenIn} taken in, ${left.length} still unreadable${notFound}\n`)
    const rows = left.map(({ id, error }) => [id, error ?? null])
    if (left.length > 0) out(table(['id', 'error'], rows))
  }
  return left.length + missing > 0 ? LEFT : FINE
}

/** In one transaction; where PostgreSQL cannot hold one of them, each in its own. */
async function requeueBatch(database: Database, range: PoisonRange): Promise<Outcome[]> {
  try {
    return await takeIn(database, range)
  } catch (error) {
    if (!isDataError(error)) throw error
    const outcomes: Outcome[] = []
    for (let after = range.after; outcomes.length < range.first;) {
      const [outcome] = await requeueNext(database, { ...range, after })
      if (outcome === undefined) break
      outcomes.push(outcome)
      after = outcome.id
    }
    return outcomes
  }
}

async function requeueNext(database: Database, range: PoisonRange): Promise<Outcome[]> {
  const one = { ...range, first: 1 }
  try {
    return await takeIn(database, one)
  } catch (error) {
    if (!isDataError(error)) throw error
    const [message] = await database.transaction((sql) => lockPoison(sql, one))
    return message === undefined ? [] : [{ id: message.id, error: (error as Error).message }]
  }
}

/** Deleted in the transaction that takes them in: it is never both, and never neither. */
function takeIn(database: Database, range: PoisonRange): Promise<Outcome[]> {
  return database.transaction(async (sql) => {
    const messages = (await lockPoison(sql, range)).map((message) => {
      const read = readMessage({ ...message, messageId: message.messageId ?? undefined })
      return { id: message.id, read, error: read.find(isPoison)?.error }
    })
    const readable = messages.filter(({ error }) => error === undefined)
    const read = readable.flatMap((message) => message.read)
    // A command holds no leases: what it takes in is due for the processes of the service.
    if (readable.length > 0) await takeInReadings(sql, read, NO_ROOM)
    await deletePoison(
      sql,
      readable.map(({ id }) => id),
    )
    return messages.map(({ id, error }) => ({ id, error }))
  })
}

function isPoison(reading: Reading): reading is Poison {
  return reading.kind === 'poison'
}

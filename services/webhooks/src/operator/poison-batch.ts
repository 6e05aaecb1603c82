import type {
  PoisonBatchRequest,
  PoisonBatchResponse,
  PoisonOutcome,
} from '@takeoff/contracts/operator-api'
import type { Database } from '@takeoff/kit/postgres/database'
import { isDataError } from '../db/is-data-error.ts'
import { deletePoison, lockPoison } from '../db/poison-messages.ts'
import type { PoisonRange } from '../db/poison-messages.ts'
import { readMessage } from '../ingest/read-message.ts'
import type { Poison, ParsedMessage } from '../ingest/read-message.ts'
import { appendRecords } from '../audit/append-records.ts'
import { promoteHeads } from '../deliveries/ordering/promote-heads.ts'
import type { PromotionContext } from '../deliveries/ordering/promote-heads.ts'
import { NO_ROOM } from '../deliveries/leases/lease-offer.ts'
import { ingestParsed } from '../ingest/ingest-parsed.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

const REQUEUE_BATCH_SIZE = 100
const DISCARD_BATCH_SIZE = 500

interface PoisonContext extends PromotionContext {
  readonly database: Database
}

/** Parses messages again: those that are valid now are ingested and deleted, the others stay. */
export async function requeuePoison(
  context: PoisonContext,
  { ids, after }: PoisonBatchRequest,
): Promise<PoisonBatchResponse> {
  const range = { ids, after, first: REQUEUE_BATCH_SIZE }
  return responseOf(await requeueBatch(context, range), REQUEUE_BATCH_SIZE)
}

/** Deletes messages permanently. */
export async function discardPoison(
  database: Database,
  { ids, after }: PoisonBatchRequest,
): Promise<PoisonBatchResponse> {
  const outcomes = await database.transaction(async (sql) => {
    const messages = await lockPoison(sql, { ids, after, first: DISCARD_BATCH_SIZE })
    await deletePoison(
      sql,
      messages.map(({ id }) => id),
    )
    return messages.map(({ id }) => ({ id, error: null }))
  })
  return responseOf(outcomes, DISCARD_BATCH_SIZE)
}

function responseOf(outcomes: readonly PoisonOutcome[], size: number): PoisonBatchResponse {
  return { outcomes, next: outcomes.length < size ? null : (outcomes.at(-1)?.id ?? null) }
}

/** Uses one transaction; if PostgreSQL cannot store one of the messages, one transaction per message. */
async function requeueBatch(
  context: PoisonContext,
  range: PoisonRange,
): Promise<readonly PoisonOutcome[]> {
  try {
    return await ingest(context, range)
  } catch (error) {
    if (!isDataError(error)) throw error
    const outcomes: PoisonOutcome[] = []
    for (let after = range.after; outcomes.length < range.first;) {
      const [outcome] = await requeueNext(context, { ...range, after })
      if (outcome === undefined) break
      outcomes.push(outcome)
      after = outcome.id
    }
    return outcomes
  }
}

async function requeueNext(
  context: PoisonContext,
  range: PoisonRange,
): Promise<readonly PoisonOutcome[]> {
  const one = { ...range, first: 1 }
  try {
    return await ingest(context, one)
  } catch (error) {
    if (!isDataError(error)) throw error
    const [message] = await context.database.transaction((sql) => lockPoison(sql, one))
    return message === undefined ? [] : [{ id: message.id, error: errorMessage(error) }]
  }
}

/** Deletes a message in the transaction that ingests it, so that it is never both or neither. */
async function ingest(
  context: PoisonContext,
  range: PoisonRange,
): Promise<readonly PoisonOutcome[]> {
  const { outcomes, ordered } = await context.database.transaction(async (sql) => {
    const messages = (await lockPoison(sql, range)).map((message) => {
      const read = readMessage({ ...message, messageId: message.messageId ?? undefined })
      return { id: message.id, read, error: read.find(isPoison)?.error ?? null }
    })
    const readable = messages.filter(({ error }) => error === null)
    const read = readable.flatMap((message) => message.read)
    // No leases here: the deliveries are due for any process of the service.
    const { ordered } = await ingestParsed(sql, read, NO_ROOM)
    const records = read.flatMap((one) => (one.kind === 'audit' ? [one.record] : []))
    if (records.length > 0) await appendRecords(sql, records)
    await deletePoison(
      sql,
      readable.map(({ id }) => id),
    )
    return { outcomes: messages.map(({ id, error }) => ({ id, error })), ordered }
  })
  await promoteHeads(context, ordered)
  return outcomes
}

function isPoison(reading: ParsedMessage): reading is Poison {
  return reading.kind === 'poison'
}

import { isDataError } from '../db/is-data-error.ts'
import { NO_ROOM } from '../deliveries/leases/lease-offer.ts'
import type { LeaseOffer } from '../deliveries/leases/lease-offer.ts'
import { promoteHeads } from '../deliveries/ordering/promote-heads.ts'
import type { PromotionContext } from '../deliveries/ordering/promote-heads.ts'
import { ingestParsed } from './ingest-parsed.ts'
import type { IngestResult } from './ingest-parsed.ts'
import { poisonOf } from './read-message.ts'
import type { ParsedMessage } from './read-message.ts'

/**
 * Ingests events in one statement: when it resolves they are committed and may be acknowledged. A known event
 * changes nothing. An unreadable message is dead-lettered in `poison_message`: requeueing it would only redeliver
 * it.
 */
export async function ingestEvents(
  context: PromotionContext,
  read: readonly ParsedMessage[],
  offer: LeaseOffer,
): Promise<IngestResult> {
  try {
    return await ingestAndPromote(context, read, offer)
  } catch (error) {
    if (!isDataError(error)) throw error
    return ingestOneByOne(context, read)
  }
}

async function ingestAndPromote(
  context: PromotionContext,
  read: readonly ParsedMessage[],
  offer: LeaseOffer,
): Promise<IngestResult> {
  const { ordered, ...result } = await ingestParsed(context.database, read, offer)
  await promoteHeads(context, ordered)
  return result
}

/** Isolates the invalid message from the others; leases nothing, because this case is rare. */
async function ingestOneByOne(
  context: PromotionContext,
  read: readonly ParsedMessage[],
): Promise<IngestResult> {
  const total = { events: 0, deliveries: 0, poisoned: 0, leased: [] }
  for (const one of read) {
    const counts = await ingestAndPromote(context, [one], NO_ROOM).catch((error: unknown) => {
      if (!isDataError(error)) throw error
      return ingestAndPromote(context, [poisonOf(one.message, error)], NO_ROOM)
    })
    total.events += counts.events
    total.deliveries += counts.deliveries
    total.poisoned += counts.poisoned
  }
  return total
}

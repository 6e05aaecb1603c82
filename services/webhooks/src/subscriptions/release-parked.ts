import { sql as raw } from 'kysely'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'

/** Rows changed in one statement, which keeps its locks short. */
const BATCH_SIZE = 2_000
/** Deliveries that one call makes due: a request waits some seconds for them. */
const RELEASED_MAX = 20_000

const release = statement((db, $: Params<{ readonly webhookId: number }>) =>
  db
    .with('parked', (parked) =>
      parked
        .selectFrom('delivery as d')
        .where('d.webhookId', '=', $.webhookId)
        .where('d.dueAt', '=', raw<Date>`'infinity'`)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('webhook as w')
              .whereRef('w.id', '=', 'd.webhookId')
              .where('w.ordered', '=', false)
              .select('w.id'),
          ),
        )
        .orderBy('d.id')
        .limit(BATCH_SIZE)
        .forUpdate()
        .skipLocked()
        .select(['d.webhookId', 'd.id']),
    )
    .updateTable('delivery as d')
    .from('parked as p')
    .set({ dueAt: raw`now()` })
    .whereRef('d.webhookId', '=', 'p.webhookId')
    .whereRef('d.id', '=', 'p.id')
    .returning('d.id'),
)

/**
 * Makes the oldest parked deliveries due after a subscription is no longer ordered, at most `RELEASED_MAX`. Those that are left,
 * also when it fails or the subscription becomes ordered again meanwhile, follow their heads as before. Never rejects, because the
 * change of the subscription is committed.
 */
export async function releaseParked(
  { database, logger }: Pick<Context, 'database' | 'logger'>,
  webhookId: number,
): Promise<void> {
  try {
    for (let released = 0; released < RELEASED_MAX; released += BATCH_SIZE)
      if ((await database.rows(release, { webhookId })).length < BATCH_SIZE) return
  } catch (error) {
    logger.warn({ err: error, webhookId }, 'parked deliveries could not be released')
  }
}

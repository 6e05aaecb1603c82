import type { Database } from '@takeoff/kit/database'
import { ConflictError, RateLimitedError } from '@takeoff/kit/errors'
import { parseIntegerId } from '@takeoff/kit/ids'
import { REPLAY_MAX, replayDeliveries } from '../subscriptions/replay-deliveries.ts'
import type { Replay, ReplayContext } from '../subscriptions/replay-deliveries.ts'
import { FINE, LEFT } from './command.ts'
import type { Call, Command } from './command.ts'
import { readSince } from './since.ts'
import { UnusableError } from './unusable-error.ts'

export const requeueFailed: Command = {
  name: 'requeue failed',
  usage: '--webhook ID [--since TIME]',
  about:
    'Sends the failed deliveries of a subscription again, as webhookReplay does; TIME is 2026-11-21T12:00:00Z, or an age such as 6h or 3d.',
  options: { webhook: { type: 'string' }, since: { type: 'string' } },
  run: requeue,
}

/** Killed in the middle, the same command goes on with the others. */
async function requeue({ values, places, isJson, out, stop }: Call): Promise<number> {
  const id = parseIntegerId(String(values['webhook'] ?? ''))
  if (id === undefined) throw new UnusableError('Give --webhook with the id of a subscription.')
  const until = new Date()
  const since = readSince(values['since'], until) ?? new Date(0)
  const context = await contextOf(await places.database(), id)
  let queued = 0
  let batch: number | undefined = REPLAY_MAX
  while (batch === REPLAY_MAX && !stop.aborted) {
    batch = await replay(context, { id, since, until, onlyFailed: true })
    queued += batch ?? 0
  }
  const left =
    batch === undefined
      ? ' Too many at once for one hour: the others are left, run it again later.'
      : ''
  out(
    isJson
      ? `${JSON.stringify({ queued, complete: batch !== undefined })}\n`
      : `${queued} queued.${left}\n`,
  )
  return batch === undefined ? LEFT : FINE
}

/** As its own organization would do it. */
async function contextOf(database: Database, id: number): Promise<ReplayContext> {
  const [webhook] = await database.query<{ orgId: number }>(
    'select org_id as "orgId" from webhook where id = $1',
    [id],
  )
  if (webhook === undefined) throw new UnusableError(`There is no subscription ${id}.`)
  return {
    database,
    caller: { orgIds: [webhook.orgId] },
    // The service looks for what is due by itself.
    deliveries: { wake: () => undefined },
  }
}

/** Undefined when there were too many calls. */
async function replay(context: ReplayContext, replay: Replay): Promise<number | undefined> {
  try {
    return await replayDeliveries(context, replay)
  } catch (error) {
    if (error instanceof RateLimitedError) return undefined
    if (error instanceof ConflictError) throw new UnusableError(error.message, { cause: error })
    throw error
  }
}

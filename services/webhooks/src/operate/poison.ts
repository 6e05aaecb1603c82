import {
  countPoison,
  deletePoison,
  findPoison,
  listNewestPoison,
  lockPoison,
} from '../db/poison-messages.ts'
import { FINE, LEFT } from './command.ts'
import type { Call, Command } from './command.ts'
import { readMessageId, readMessageIds } from './message-ids.ts'
import { duration, printable, table } from './table.ts'
import { UnusableError } from './unusable-error.ts'

const LISTED_MAX = 50
const BATCH_SIZE = 500

export const poisonShow: Command = {
  name: 'poison show',
  usage: '[ID]',
  about: `Lists the newest ${LISTED_MAX} messages that were set aside as unreadable; with an id, all of one.`,
  run: ({ args: [id], ...call }) => (id === undefined ? list(call) : show(call, readMessageId(id))),
}

export const poisonDiscard: Command = {
  name: 'poison discard',
  usage: 'ID… | --all',
  about: 'Deletes messages that were set aside, for good.',
  options: { all: { type: 'boolean' } },
  run: discard,
}

async function list({ places, isJson, out }: Omit<Call, 'args'>): Promise<number> {
  const database = await places.database()
  const count = await countPoison(database)
  const messages = await listNewestPoison(database, LISTED_MAX)
  if (isJson) {
    out(`${JSON.stringify({ count, messages })}\n`)
  } else if (count === 0) {
    out('No message was set aside.\n')
  } else {
    const now = Date.now()
    const rows = messages.map(({ id, receivedAt, carrier, bytes, error }) => [
      id,
      duration((now - receivedAt.getTime()) / 1000),
      carrier,
      bytes,
      error,
    ])
    out(`${count} messages set aside\n${table(['id', 'age', 'carrier', 'bytes', 'error'], rows)}`)
  }
  return count === 0 ? FINE : LEFT
}

async function show({ places, isJson, out }: Omit<Call, 'args'>, id: number): Promise<number> {
  const found = await findPoison(await places.database(), id)
  if (found === undefined)
    throw new UnusableError(`There is no message ${id}. "poison show" lists them.`)
  const { body, ...message } = found
  const text = body.toString('utf8')
  if (isJson) {
    out(`${JSON.stringify({ ...message, body: text })}\n`)
    return FINE
  }
  const { receivedAt, carrier, messageId, bytes, error } = message
  out(
    `message ${id}, received ${receivedAt.toISOString()} by ${carrier}, message id ${printable(messageId ?? '-')}, ${bytes} bytes
${printable(error)}

${printable(text)}
`,
  )
  return FINE
}

/** In batches: killed in the middle, it has deleted some and not the others. */
async function discard({ args, values, places, isJson, out, stop }: Call): Promise<number> {
  const ids = readMessageIds(args, values['all'] === true)
  const database = await places.database()
  let discarded = 0
  let after = 0
  while (!stop.aborted) {
    const batch = await database.transaction(async (sql) => {
      const messages = await lockPoison(sql, { ids, after, first: BATCH_SIZE })
      await deletePoison(
        sql,
        messages.map(({ id }) => id),
      )
      return messages
    })
    discarded += batch.length
    after = batch.at(-1)?.id ?? after
    if (batch.length < BATCH_SIZE) break
  }
  const missing = ids === undefined ? 0 : ids.length - discarded
  if (isJson) out(`${JSON.stringify({ discarded, missing })}\n`)
  else out(`${discarded} discarded${missing > 0 ? `, ${missing} not found` : ''}\n`)
  return missing > 0 ? LEFT : FINE
}

import {
  FAILURE,
  HELP_HINT,
  SUCCESS,
  CommandFailedError,
  UsageError,
} from '@takeoff/kit/service/command-line'
import type { PoisonListResponse, PoisonMessageResponse } from '@takeoff/contracts/operator-api'
import type { Call, Command } from './command.ts'
import { readMessageId, readMessageIds } from './message-ids.ts'
import { openOperator } from './operator-client.ts'
import { runPoisonBatches } from './poison-batches.ts'
import { printable } from '@takeoff/kit/values/printable'
import { duration, table } from './table.ts'
import { RefusedError } from './refused-error.ts'

export const poisonShow: Command = {
  audience: 'operators',
  name: 'poison show',
  usage: '[ID]',
  about:
    'Lists the newest 50 messages that were dead-lettered as unreadable; with an id, all of one.',
  takesArguments: true,
  run({ args: [id, ...surplus], ...call }) {
    if (surplus.length > 0)
      throw new UsageError(`Give one id, not ${surplus.length + 1}. ${HELP_HINT}`)
    return id === undefined ? list(call) : show(call, readMessageId(id))
  },
}

export const poisonDiscard: Command = {
  audience: 'operators',
  name: 'poison discard',
  usage: 'ID… | --all',
  about: 'Deletes messages that were dead-lettered, for good.',
  takesArguments: true,
  options: { all: { type: 'boolean' } },
  run: discard,
}

async function list({ config, isJson, out }: Omit<Call, 'args'>): Promise<number> {
  const operator = await openOperator(config)
  const { count, messages } = await operator.get<PoisonListResponse>('poison')
  if (isJson) {
    out(`${JSON.stringify({ count, messages })}\n`)
  } else if (count === 0) {
    out('No message was dead-lettered.\n')
  } else {
    const now = Date.now()
    const rows = messages.map(({ id, receivedAt, carrier, bytes, error }) => [
      id,
      duration((now - Date.parse(receivedAt)) / 1000),
      carrier,
      bytes,
      error,
    ])
    out(
      `${count} messages dead-lettered\n${table(['id', 'age', 'transport', 'bytes', 'error'], rows)}`,
    )
  }
  return count === 0 ? SUCCESS : FAILURE
}

async function show({ config, isJson, out }: Omit<Call, 'args'>, id: number): Promise<number> {
  const operator = await openOperator(config)
  const message = await operator.get<PoisonMessageResponse>(`poison/${id}`).catch(explainMissing)
  if (isJson) {
    out(`${JSON.stringify(message)}\n`)
    return SUCCESS
  }
  const { receivedAt, carrier, messageId, bytes, error, body } = message
  out(
    `message ${id}, received ${receivedAt} over ${carrier}, message id ${printable(messageId ?? '-')}, ${bytes} bytes
${printable(error)}

${printable(body)}
`,
  )
  return SUCCESS
}

function explainMissing(error: unknown): never {
  if (!(error instanceof RefusedError && error.status === 404)) throw error
  throw new CommandFailedError(`${error.message} "poison show" lists them.`, { cause: error })
}

/** Works in batches: if it is killed midway, some messages are deleted and the others stay. */
async function discard(call: Call): Promise<number> {
  const { args, values, isJson, out, stop } = call
  const ids = readMessageIds(args, values['all'] === true)
  const discarded = (await runPoisonBatches(call, { path: 'poison/discard', ids })).length
  const missing = ids === undefined || stop.aborted ? 0 : ids.length - discarded
  if (isJson) out(`${JSON.stringify({ discarded, missing })}\n`)
  else out(`${discarded} discarded${missing > 0 ? `, ${missing} not found` : ''}\n`)
  return missing > 0 ? FAILURE : SUCCESS
}

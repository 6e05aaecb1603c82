import {
  FAILURE,
  HELP_HINT,
  SUCCESS,
  CommandFailedError,
  UsageError,
} from '@takeoff/kit/service/command-line'
import type {
  PoisonBatchRequest,
  PoisonBatchResponse,
  PoisonListResponse,
  PoisonMessageResponse,
  PoisonOutcome,
} from '@takeoff/contracts/operator-api'
import type { Call, Command } from './command.ts'
import { openOperator, RefusedError } from './operator-client.ts'
import { printable } from '@takeoff/kit/values/printable'
import { duration, table } from './table.ts'

export const poisonShow: Command = {
  audience: 'operators',
  name: 'poison show',
  usage: '[ID]',
  about:
    'Lists the newest 50 messages that were dead-lettered as unreadable; with an id, all of one.',
  takesArguments: true,
  run(call) {
    const [id, ...surplus] = call.args
    if (surplus.length > 0)
      throw new UsageError(`Give one id, not ${surplus.length + 1}. ${HELP_HINT}`)
    return id === undefined ? list(call) : show(call, readMessageId(id))
  },
}

export const requeuePoison: Command = {
  audience: 'operators',
  name: 'requeue poison',
  usage: 'ID… | --all',
  about: 'Reads messages that were dead-lettered once more, and ingests those that are events now.',
  takesArguments: true,
  options: { all: { type: 'boolean' } },
  run: requeue,
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

async function list({ config, report, stop }: Call): Promise<number> {
  const operator = await openOperator(config, stop)
  const { count, messages } = await operator.get<PoisonListResponse>('poison')
  const now = Date.now()
  const rows = messages.map(({ id, receivedAt, carrier, bytes, error }) => [
    id,
    duration((now - Date.parse(receivedAt)) / 1000),
    carrier,
    bytes,
    error,
  ])
  const head = ['id', 'age', 'transport', 'bytes', 'error']
  report(
    { count, messages },
    count === 0
      ? 'No message was dead-lettered.\n'
      : `${count} messages dead-lettered\n${table(head, rows)}`,
  )
  return count === 0 ? SUCCESS : FAILURE
}

async function show({ config, report, stop }: Call, id: number): Promise<number> {
  const operator = await openOperator(config, stop)
  const message = await operator.get<PoisonMessageResponse>(`poison/${id}`).catch(explainMissing)
  const { receivedAt, carrier, messageId, bytes, error, body } = message
  report(
    message,
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

async function requeue(call: Call): Promise<number> {
  const { outcomes, missing } = await runBatches(call, 'poison/requeue')
  const left = outcomes.filter(({ error }) => error !== null)
  const ingested = outcomes.length - left.length
  const rows = left.map(({ id, error }) => [id, error])
  const listed = left.length > 0 ? table(['id', 'error'], rows) : ''
  call.report(
    { ingested, left, missing },
    `${ingested} ingested, ${left.length} still unreadable${notFound(missing)}\n${listed}`,
  )
  return left.length + missing > 0 ? FAILURE : SUCCESS
}

/** If it is killed midway, some messages are deleted and the others stay. */
async function discard(call: Call): Promise<number> {
  const { outcomes, missing } = await runBatches(call, 'poison/discard')
  const discarded = outcomes.length
  call.report({ discarded, missing }, `${discarded} discarded${notFound(missing)}\n`)
  return missing > 0 ? FAILURE : SUCCESS
}

function notFound(missing: number): string {
  return missing > 0 ? `, ${missing} not found` : ''
}

interface Handled {
  readonly outcomes: readonly PoisonOutcome[]
  /** Ids that no message has. */
  readonly missing: number
}

/** Sends batches until all are done or the command is stopped; each batch is complete or not started. */
async function runBatches(
  { args, values, config, stop }: Call,
  path: 'poison/requeue' | 'poison/discard',
): Promise<Handled> {
  const ids = readMessageIds(args, values['all'] === true)
  const operator = await openOperator(config, stop)
  const outcomes: PoisonOutcome[] = []
  let after: number | null = 0
  while (after !== null && !stop.aborted) {
    const body: PoisonBatchRequest = { ids, after }
    const batch: PoisonBatchResponse = await operator.post(path, body)
    outcomes.push(...batch.outcomes)
    after = batch.next
  }
  const missing = ids === undefined || stop.aborted ? 0 : ids.length - outcomes.length
  return { outcomes, missing }
}

/**
 * Parses ids from arguments, each once; undefined for `--all`.
 * @throws UsageError with neither or both, or for an invalid id
 */
function readMessageIds(args: readonly string[], isAll: boolean): number[] | undefined {
  if (isAll === args.length > 0) throw new UsageError('Give ids of messages, or --all.')
  return isAll ? undefined : [...new Set(args.map(readMessageId))]
}

function readMessageId(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UsageError(`"${text}" is no id of a message. "poison show" lists them.`)
}

import { FAILURE, SUCCESS } from '@takeoff/kit/service/command-line'
import type { Call, Command } from './command.ts'
import { readMessageIds } from './message-ids.ts'
import { runPoisonBatches } from './poison-batches.ts'
import { table } from './table.ts'

export const requeuePoison: Command = {
  audience: 'operators',
  name: 'requeue poison',
  usage: 'ID… | --all',
  about: 'Reads messages that were dead-lettered once more, and ingests those that are events now.',
  takesArguments: true,
  options: { all: { type: 'boolean' } },
  run: requeue,
}

async function requeue(call: Call): Promise<number> {
  const { args, values, isJson, out, stop } = call
  const ids = readMessageIds(args, values['all'] === true)
  const outcomes = await runPoisonBatches(call, { path: 'poison/requeue', ids })
  const left = outcomes.filter(({ error }) => error !== null)
  const ingested = outcomes.length - left.length
  const missing = ids === undefined || stop.aborted ? 0 : ids.length - outcomes.length
  if (isJson) {
    out(`${JSON.stringify({ ingested, left, missing })}\n`)
  } else {
    const notFound = missing > 0 ? `, ${missing} not found` : ''
    out(`${ingested} ingested, ${left.length} still unreadable${notFound}\n`)
    const rows = left.map(({ id, error }) => [id, error])
    if (left.length > 0) out(table(['id', 'error'], rows))
  }
  return left.length + missing > 0 ? FAILURE : SUCCESS
}

import { styleText } from 'node:util'
import type { Received, Reply } from './local-receiver.ts'
import { printable } from '@takeoff/kit/values/printable'

/** A received message and the response to it. */
export interface Seen {
  readonly received: Received
  readonly payload: Readonly<Record<string, unknown>>
  /** 1 for the first POST with this webhook-id. */
  readonly attempt: number
  /** Undefined when the message is genuine. */
  readonly forgery: string | undefined
  readonly reply: Reply
  /** Address to which the message was forwarded, and the duration. */
  readonly forwarded: { readonly to: string; readonly durationMs: number } | undefined
}

/** Human-readable, with colors if the output is a terminal. */
export function showMessage(seen: Seen, withHeaders: boolean): string {
  const { received, payload, forgery } = seen
  const time = styleText('dim', received.at.toTimeString().slice(0, 8))
  const { event, ...rest } = payload
  const name = styleText('bold', typeof event === 'string' ? printable(event) : 'a message')
  const mark =
    forgery === undefined
      ? styleText('green', '✓ verified')
      : styleText('red', `✗ not genuine: ${forgery}`)
  const lines = [`${time}  ${name} ${mark}`, ...Object.entries(rest).map(field)]
  if (withHeaders) {
    lines.push(...Object.entries(received.headers).map(([key, value]) => field([key, value])))
  }
  lines.push(styleText('dim', `${INDENT}${summary(seen)}`))
  return `${lines.join('\n')}\n\n`
}

/** A message as JSON, for scripts. */
export function jsonOf(seen: Seen): object {
  const { received, payload, attempt, forgery, reply } = seen
  const { at, headers } = received
  return {
    at,
    webhookId: headers['webhook-id'],
    attempt,
    verified: forgery === undefined,
    headers,
    payload,
    answered: reply.status,
  }
}

const INDENT = ' '.repeat(10)

function field([key, value]: readonly [string, unknown]): string {
  return `${INDENT}${printable(key)}: ${printable(String(value))}`
}

function summary({ received, attempt, reply, forwarded }: Seen): string {
  const message = `message ${printable(String(received.headers['webhook-id']))}, attempt ${attempt}`
  return `${message}, response ${reply.status}${detailOf(reply, forwarded)}`
}

function detailOf({ status, failure }: Reply, forwarded: Seen['forwarded']): string {
  if (failure !== undefined) return `: ${printable(failure)}`
  const by = forwarded === undefined ? '' : ` by ${forwarded.to} in ${forwarded.durationMs} ms`
  return status === 410 ? `${by}; 410 disables the subscription, so nothing more comes` : by
}

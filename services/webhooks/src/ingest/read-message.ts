import { AUDIT_RECORDED, parseAuditRecord } from '@takeoff/contracts/audit-record'
import type { AuditRecord } from '@takeoff/contracts/audit-record'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'
import { errorMessage } from '@takeoff/kit/values/caught'

/** An unvalidated message as a transport delivers it: one event or audit record, or an array of them. */
export interface RawMessage {
  readonly carrier: 'amqp' | 'http'
  readonly messageId: string | undefined
  /** Trace context of the publisher. */
  readonly traceparent?: string | undefined
  readonly body: Buffer
}

/** An event or an audit record, or the reason why it is neither. */
export type ParsedMessage = Event | ParsedAudit | Poison

interface Event {
  readonly kind: 'event'
  readonly envelope: Envelope
  readonly message: Source
}

export interface ParsedAudit {
  readonly kind: 'audit'
  readonly record: AuditRecord
  readonly message: Source
}

export interface Poison {
  readonly kind: 'poison'
  readonly message: Source
  readonly error: string
}

/** Source of a reading: a message or one element of it. */
interface Source extends Omit<RawMessage, 'body'> {
  body(): Buffer
}

/** Splits an array, so that one invalid element does not affect the others. Never throws. */
export function readMessage({ body, ...origin }: RawMessage): ParsedMessage[] {
  const whole: Source = { ...origin, body: () => body }
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch (error) {
    return [poisonOf(whole, error)]
  }
  if (!Array.isArray(json)) return [readOne(json, whole)]
  return json.map((part: unknown) =>
    readOne(part, { ...origin, body: () => bytesOf(part) ?? body }),
  )
}

/** Returns undefined for JSON that is nested too deeply to be serialized; parsing has no such limit. */
function bytesOf(part: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(part))
  } catch {
    return undefined
  }
}

export function poisonOf(message: Source, error: unknown): Poison {
  return { kind: 'poison', message, error: errorMessage(error) }
}

function readOne(json: unknown, message: Source): ParsedMessage {
  try {
    const { name } = Object(json) as { readonly name?: unknown }
    if (name === AUDIT_RECORDED) return { kind: 'audit', record: parseAuditRecord(json), message }
    return { kind: 'event', envelope: parseEnvelope(json), message }
  } catch (error) {
    return poisonOf(message, error)
  }
}

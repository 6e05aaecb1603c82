import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'

/** A message as a carrier brings it, not yet believed: one envelope, or a bundle of them as an array. */
export interface RawMessage {
  readonly carrier: 'amqp' | 'http'
  readonly messageId: string | undefined
  readonly body: Buffer
}

/** An envelope, or why there is none. */
export type Reading = Event | Poison

interface Event {
  readonly kind: 'event'
  readonly envelope: Envelope
  readonly message: Source
}

export interface Poison {
  readonly kind: 'poison'
  readonly message: Source
  readonly error: string
}

/** Where a reading comes from: a message or one part of it. */
interface Source extends Pick<RawMessage, 'carrier' | 'messageId'> {
  body(): Buffer
}

/** A bundle is taken apart, so that one bad envelope does not spoil the others. Never throws. */
export function readMessage({ body, ...origin }: RawMessage): Reading[] {
  const whole: Source = { ...origin, body: () => body }
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch (error) {
    return [poisonOf(whole, error)]
  }
  if (!Array.isArray(json)) return [readEnvelope(json, whole)]
  return json.map((part: unknown) =>
    readEnvelope(part, { ...origin, body: () => bytesOf(part) ?? body }),
  )
}

/** Undefined of what is nested more deeply than can be written: to read it is no such matter. */
function bytesOf(part: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(part))
  } catch {
    return undefined
  }
}

export function poisonOf(message: Source, error: unknown): Poison {
  return { kind: 'poison', message, error: (error as Error).message }
}

function readEnvelope(json: unknown, message: Source): Reading {
  try {
    return { kind: 'event', envelope: parseEnvelope(json), message }
  } catch (error) {
    return poisonOf(message, error)
  }
}

import type { Poison } from './read-message.ts'

/** Stored bytes of an unreadable message's body: no event is as long. */
const POISON_BYTES_MAX = 65_536
/** Stored characters of its error and of its id. */
const POISON_TEXT_MAX = 1_000

/** What is stored of a message that cannot be read. */
export function poisonRowOf({ message, error }: Poison): Record<string, unknown> {
  const body = message.body()
  return {
    carrier: message.carrier,
    message_id: message.messageId === undefined ? null : storable(message.messageId),
    body: body.subarray(0, POISON_BYTES_MAX).toString('base64'),
    error: storable(cutNote(body.length) + error),
  }
}

function cutNote(bytes: number): string {
  return bytes > POISON_BYTES_MAX ? `Only ${POISON_BYTES_MAX} of ${bytes} bytes are kept. ` : ''
}

function storable(text: string): string {
  return text.slice(0, POISON_TEXT_MAX).replaceAll('\0', '\uFFFD').toWellFormed()
}

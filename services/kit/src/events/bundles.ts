import type { EncodedEvent } from './publisher.ts'
import { traceHeaders } from './publish-spans.ts'

/** Maximum events in one message. */
const BUNDLE_MAX = 40

/** The events of one message. */
export interface Bundle {
  /** Id of its first event. */
  readonly id: string
  readonly name: string
  readonly bodies: readonly string[]
  /** Its trace context, if one of its events is traced. */
  readonly headers: Readonly<Record<string, string>>
}

/** Events of one name share messages: a message costs the broker as much as a whole bundle. */
export function bundlesOf(events: readonly EncodedEvent[]): Bundle[] {
  const byName = Map.groupBy(events, ({ name }) => name)
  return [...byName].flatMap(([name, those]) => {
    const bundles: Bundle[] = []
    for (let from = 0; from < those.length; from += BUNDLE_MAX) {
      const part = those.slice(from, from + BUNDLE_MAX)
      bundles.push({
        id: part[0]?.id ?? '',
        name,
        bodies: part.map(({ body }) => body),
        headers: traceHeaders(part),
      })
    }
    return bundles
  })
}

/** A single event is sent as its envelope, several as an array. */
export function contentOf({ bodies }: Bundle): Buffer {
  return Buffer.from(bodies.length === 1 ? (bodies[0] ?? '') : `[${bodies.join(',')}]`)
}

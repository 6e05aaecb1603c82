import { inSpans, startLinkedSpan, traceparentOf } from '../service/tracing.ts'
import type { EncodedEvent } from './publisher.ts'

/**
 * Publishes events as a span of each request that caused one, if its trace is recorded.
 * @param publish gets the events with the trace context of these spans, which the transport sends beside the envelopes
 */
export async function tracePublish(
  events: readonly EncodedEvent[],
  publish: (events: readonly EncodedEvent[]) => Promise<void>,
): Promise<void> {
  const spans = events.map(({ id, name, trace }) =>
    startLinkedSpan(`publish ${name}`, trace, {
      kind: 'PRODUCER',
      attributes: { 'messaging.message.id': id },
    }),
  )
  const traced = events.map((event, index) => {
    const span = spans[index]
    return span === undefined ? event : { ...event, trace: traceparentOf(span) }
  })
  await inSpans(spans, () => publish(traced))
}

/** The trace context of a message: that of its first event that has one. */
export function traceHeaders(
  events: readonly Pick<EncodedEvent, 'trace'>[],
): Readonly<Record<string, string>> {
  const trace = events.find((event) => event.trace !== null)?.trace
  return typeof trace === 'string' ? { traceparent: trace } : {}
}

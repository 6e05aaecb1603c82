import { inSpans, isTracing, startLinkedSpan, withSpan } from '@takeoff/kit/service/tracing'
import { parseTraceparent } from '@takeoff/kit/values/traceparent'
import type { ParsedMessage } from './read-message.ts'

/**
 * Ingests a batch as a span of each request that caused one of its events, if its trace is recorded. The statements
 * of the batch are in the first of these traces.
 */
export async function traceIngest<T>(
  read: readonly ParsedMessage[],
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return work()
  const spans = read.flatMap((one) => startIngestSpan(one) ?? [])
  return inSpans(spans, () => withSpan(spans[0], work))
}

function startIngestSpan(one: ParsedMessage) {
  if (one.kind !== 'event') return undefined
  const { id, name, trace } = one.envelope
  return startLinkedSpan(`ingest ${name}`, publisherOf(one.message.traceparent, trace) ?? trace, {
    kind: 'CONSUMER',
    attributes: { 'messaging.message.id': id },
  })
}

/** Events share messages, whose context is that of one of them. */
function publisherOf(ofMessage: string | undefined, ofEvent: string | null): string | undefined {
  const isSame = parseTraceparent(ofMessage)?.traceId === parseTraceparent(ofEvent)?.traceId
  return isSame ? ofMessage : undefined
}

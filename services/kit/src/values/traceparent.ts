/** A position in a trace, as W3C Trace Context sends it between processes. */
export interface TracePosition {
  readonly traceId: string
  /** The span that is the parent of what the receiver of the position does. */
  readonly spanId: string
  /** 1 when the sender records the trace. */
  readonly traceFlags: number
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})$/

/** The position in a `traceparent`; undefined when it is invalid. */
export function parseTraceparent(header: unknown): TracePosition | undefined {
  const [, traceId, spanId, flags] =
    (typeof header === 'string' ? TRACEPARENT.exec(header) : null) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

/** The `traceparent` of a position. */
export function formatTraceparent({ traceId, spanId, traceFlags }: TracePosition): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}

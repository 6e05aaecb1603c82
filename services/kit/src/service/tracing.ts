import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { formatTraceparent, parseTraceparent } from '../values/traceparent.ts'
import type { TracePosition } from '../values/traceparent.ts'

/** A span of OpenTelemetry. */
export type { Span }

/** Set while traces are recorded. */
let tracer: Tracer | undefined

/** Records spans with the tracer of the SDK from now on. @returns ends it */
export function beginTracing(recorder: Tracer): Disposable {
  tracer = recorder
  return { [Symbol.dispose]: () => void (tracer = undefined) }
}

/** Whether an exporter is configured. Everything below does nothing while none is. */
export function isTracing(): boolean {
  return tracer !== undefined
}

/** Whether a span that is started now would be recorded. */
export function isRecording(): boolean {
  return tracer !== undefined && trace.getActiveSpan()?.isRecording() === true
}

/** The kind, the attributes and the parent of a span. */
export interface SpanOptions {
  readonly kind?: keyof typeof SpanKind
  readonly attributes?: Attributes
  /** The active span when left out. */
  readonly parent?: Span | undefined
}

/**
 * A span of work within a trace. Work that belongs to no trace, such as a loop, has none, so that it begins none.
 * @returns undefined when the trace is not recorded
 */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  if (tracer === undefined) return undefined
  const { kind = 'INTERNAL', attributes = {}, parent = trace.getActiveSpan() } = options
  if (parent?.isRecording() !== true) return undefined
  const under = trace.setSpan(context.active(), parent)
  return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, under)
}

/**
 * The span of a request that a client has sent. It begins a trace when the client has sent none. The sampler decides
 * whether the trace is recorded; requests that belong to a trace that is not recorded carry that decision.
 */
export function startServerSpan(
  name: string,
  traceparent: unknown,
  attributes: Attributes,
): Span | undefined {
  const position = parseTraceparent(traceparent)
  const under = position === undefined ? ROOT_CONTEXT : contextOf(position)
  return tracer?.startSpan(name, { kind: SpanKind.SERVER, attributes }, under)
}

/**
 * The span of work that a message or a row has caused: it belongs to the trace of the request that wrote it, and is
 * linked to it, because the request may have ended long ago.
 * @returns undefined when that trace is not recorded
 */
export function startLinkedSpan(
  name: string,
  traceparent: string | null | undefined,
  { kind = 'INTERNAL', attributes = {} }: Omit<SpanOptions, 'parent'> = {},
): Span | undefined {
  if (tracer === undefined) return undefined
  const position = parseTraceparent(traceparent)
  if (position === undefined || position.traceFlags === 0) return undefined
  const links = [{ context: position }]
  return tracer.startSpan(name, { kind: SpanKind[kind], attributes, links }, contextOf(position))
}

function contextOf(position: TracePosition): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...position, isRemote: true })
}

/** Runs `work` with the span as the active one, which logs and further spans refer to. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work)
}

/** Runs `work` as a span, which ends with it, or with the promise that it returns, and has its error. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  if (span === undefined) return work()
  try {
    const result = withSpan(span, work)
    if (result instanceof Promise) return inSpans([span], () => result) as T
    span.end()
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** Runs `work` as several spans, none of which it makes the active one. They end with it, and have its error. */
export async function inSpans<T>(
  spans: readonly (Span | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const endAll = (error?: unknown): void => spans.forEach((span) => endSpan(span, error))
  try {
    const value = await work()
    endAll()
    return value
  } catch (error) {
    endAll(error)
    throw error
  }
}

/** Ends a span, as failed when there is an error: one that was thrown, or the name of one. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (span === undefined) return
  if (error !== undefined) {
    const message = error instanceof Error ? error.message : ''
    span.setStatus({ code: SpanStatusCode.ERROR, message })
    span.setAttribute('error.type', typeOf(error))
  }
  span.end()
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The `traceparent` that makes spans of another process belong to this one. */
export function traceparentOf(span: Span): string {
  return formatTraceparent(span.spanContext())
}

/** The `traceparent` of the active span; undefined when there is none. */
export function activeTraceparent(): string | undefined {
  const span = tracer === undefined ? undefined : trace.getActiveSpan()
  return span === undefined ? undefined : traceparentOf(span)
}

/** The fields of a log line by which it is found from a trace; of the active span when left out. */
export function traceFields(span: Span | undefined = trace.getActiveSpan()): object {
  if (tracer === undefined || span === undefined) return {}
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

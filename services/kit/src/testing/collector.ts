import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { startLocalServer } from './local-server.ts'

/** A span as a process has exported it. */
export interface CollectedSpan {
  /** Name of the process. */
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined
  /** Ids of the spans that it is linked to. */
  readonly links: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
  readonly hasFailed: boolean
}

/** Receives the spans of processes whose exporter speaks OTLP as JSON over HTTP. */
export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Resolves when the spans received so far satisfy the condition. */
  until(condition: (spans: readonly CollectedSpan[]) => boolean): Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface ExportRequest {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[]
  }[]
}

interface ExportedSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string
  readonly links?: readonly { readonly spanId: string }[]
  readonly attributes?: readonly Attribute[]
  readonly status?: { readonly code?: number }
}

/** The status code of OTLP for a failed span. */
const FAILED = 2

/** The environment of a process that exports all of its spans to a collector, soon after they end. */
export function exportingTo({ url }: Pick<Collector, 'url'>): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }
}

/** A collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const waiting = new Set<() => void>()
  const receive = async (request: IncomingMessage): Promise<void> => {
    spans.push(...spansOf((await json(request)) as ExportRequest))
    for (const look of waiting) look()
  }
  const server = await startLocalServer((request, response) => {
    receive(request).then(
      () => response.setHeader('content-type', 'application/json').end('{}'),
      () => response.destroy(),
    )
  })
  return {
    url: server.url,
    spans,
    until: (condition) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!condition(spans)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function spansOf({ resourceSpans = [] }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => collected(service, span)))
  })
}

function collected(service: string, span: ExportedSpan): CollectedSpan {
  const { name, traceId, spanId, parentSpanId, links = [], attributes = [], status } = span
  return {
    service,
    name,
    traceId,
    spanId,
    parentSpanId,
    links: links.map((link) => link.spanId),
    attributes: valuesOf(attributes),
    hasFailed: status?.code === FAILED,
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

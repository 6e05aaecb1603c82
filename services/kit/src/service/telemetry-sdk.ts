import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Logger } from './logger.ts'
import { headerOf } from './telemetry-config.ts'
import type { TelemetryConfig } from './telemetry-config.ts'
import { beginTracing } from './tracing.ts'

/** Part of the time that a process has to stop; a collector that is away must not use it up. */
const LAST_EXPORT_MS = 3_000
/** Longest text of an attribute, such as a statement. */
const ATTRIBUTE_LENGTH_MAX = 2_000

/** The configuration, and what `startTelemetry` made of it. */
export interface TracingOptions extends TelemetryConfig {
  readonly name: string
  readonly exporter: 'otlp' | 'console'
}

/** Registers the SDK. The only module that imports it, so that it is loaded only where traces are recorded. */
export function startTracing(options: TracingOptions, logger: Logger): AsyncDisposable {
  diag.setLogger(diagnosticsOf(logger), DiagLogLevel.WARN)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES, below the name.
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': options.name, 'process.pid': process.pid }),
    ),
    sampler: samplerOf(options),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LENGTH_MAX },
    // It drops spans when 2,048 wait, so that a collector that is away fills no memory.
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporterOf(options),
        scheduledDelayMillis: options.spansDelayMs,
      }),
    ],
  })
  trace.setGlobalTracerProvider(provider)
  const tracing = beginTracing(provider.getTracer('takeoff'))
  return {
    async [Symbol.asyncDispose]() {
      tracing[Symbol.dispose]()
      try {
        await withTimeout(LAST_EXPORT_MS, provider.shutdown(), 'the collector took too long')
      } catch (error) {
        logger.warn({ err: error }, 'the last spans could not be exported')
      } finally {
        trace.disable()
        context.disable()
        diag.disable()
      }
    },
  }
}

function exporterOf(options: TracingOptions): SpanExporter {
  if (options.exporter === 'console') return new ConsoleSpanExporter()
  const { otlpEndpoint: base, otlpTracesEndpoint, otlpHeaders, otlpProtocol } = options
  const url = otlpTracesEndpoint ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  const headers = Object.fromEntries(
    otlpHeaders.map(headerOf).filter((header) => header !== undefined),
  )
  const collector = { ...(url !== undefined && { url }), headers }
  return otlpProtocol === 'http/json'
    ? new JsonExporter(collector)
    : new ProtobufExporter(collector)
}

function samplerOf({ tracesSampler, tracesSamplerArgument }: TelemetryConfig): Sampler {
  const isByParent = tracesSampler.startsWith('parentbased_')
  const root = rootSamplerOf(tracesSampler.replace('parentbased_', ''), tracesSamplerArgument)
  return isByParent ? new ParentBasedSampler({ root }) : root
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}

/** Errors of exports are the process's log lines; a collector that is away fails one export after another. */
function diagnosticsOf(logger: Logger) {
  const line =
    (level: 'error' | 'warn' | 'debug') =>
    (message: string, ...details: unknown[]): void =>
      logger[level]({ details: details.map(String) }, `telemetry: ${message}`)
  const debug = line('debug')
  return { error: line('error'), warn: line('warn'), info: debug, debug, verbose: debug }
}

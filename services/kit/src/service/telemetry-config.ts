import { z } from 'zod'
import { flag, integer, json, oneOf, optionalUrl, text, texts } from './config.ts'
import type { ConfigOf } from './config.ts'

/**
 * The standard variables of OpenTelemetry that are read here. The exporter reads further ones itself: certificates,
 * timeout and compression (`OTEL_EXPORTER_OTLP_…`).
 */
export const telemetryVariables = {
  telemetryDisabled: flag('OTEL_SDK_DISABLED', {
    default: false,
    about: 'Records no traces, whatever the other variables say.',
  }),
  tracesExporter: oneOf('OTEL_TRACES_EXPORTER', ['', 'otlp', 'console', 'none'], {
    default: '',
    about:
      'Where traces go: `otlp`, `console` (standard output) or `none`. When unset, `otlp` if an endpoint is set, else no traces are recorded.',
  }),
  otlpEndpoint: optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', {
    about: 'Collector of traces, such as `http://localhost:4318`.',
  }),
  otlpTracesEndpoint: optionalUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
    about: 'The whole address for traces, with its path, in place of the one above.',
  }),
  otlpHeaders: texts('OTEL_EXPORTER_OTLP_HEADERS', {
    secret: true,
    violation: (pair) =>
      pair !== '' && headerOf(pair) === undefined
        ? 'must be pairs such as authorization=Bearer%20…, percent-encoded'
        : undefined,
    about:
      'Headers for the collector, such as `authorization=Bearer%20…`; several are separated by commas.',
  }),
  otlpProtocol: oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], {
    default: 'http/protobuf',
    about: 'How traces are sent.',
  }),
  tracesSampler: oneOf(
    'OTEL_TRACES_SAMPLER',
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    {
      default: 'parentbased_always_on',
      about:
        'Which traces are recorded. `parentbased_…` follows the caller; a gateway that strangers reach should not, and use `traceidratio`.',
    },
  ),
  tracesSamplerArgument: json('OTEL_TRACES_SAMPLER_ARG', z.number().min(0).max(1), {
    default: 1,
    about: 'Part of the traces that `…traceidratio` records, from 0 to 1.',
  }),
  spansDelayMs: integer('OTEL_BSP_SCHEDULE_DELAY', {
    default: 5_000,
    min: 1,
    about: 'Milliseconds between two exports of spans.',
  }),
  telemetryServiceName: text('OTEL_SERVICE_NAME', {
    default: '',
    about: 'Name of the process in traces; its own when unset.',
  }),
}

/** What `startTelemetry` needs. */
export type TelemetryConfig = ConfigOf<typeof telemetryVariables>

/** Which exporter is configured. */
export function exporterOf(config: TelemetryConfig): 'otlp' | 'console' | undefined {
  const { telemetryDisabled, tracesExporter, otlpEndpoint, otlpTracesEndpoint } = config
  if (telemetryDisabled || tracesExporter === 'none') return undefined
  if (tracesExporter !== '') return tracesExporter
  return (otlpEndpoint ?? otlpTracesEndpoint) === undefined ? undefined : 'otlp'
}

/** The name and the value of a percent-encoded `name=value`; undefined where it is none. */
export function headerOf(pair: string): readonly [string, string] | undefined {
  const [, name, value] = /^([^=\s]+)\s*=(.*)$/s.exec(pair) ?? []
  if (name === undefined || value === undefined) return undefined
  try {
    return [name, decodeURIComponent(value.trim())]
  } catch {
    return undefined
  }
}

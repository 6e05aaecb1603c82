import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttpServer } from '../http/http-server.ts'
import { exportingTo, startCollector } from '../testing/collector.ts'
import { ConfigError, readVariables } from './config.ts'
import { startTelemetry } from './telemetry.ts'
import { telemetryVariables } from './telemetry-config.ts'
import { inSpan, isTracing, startLinkedSpan, startSpan, traceFields } from './tracing.ts'
import { disposeAfterAll } from '../testing/dispose-after-all.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const RECORDED = `00-${TRACE}-b7ad6b7169203331-01`
const NOT_RECORDED = RECORDED.replace(/01$/, '00')
const silent = pino({ level: 'silent' })

const collector = await disposeAfterAll(startCollector())

const start = (env: Readonly<Record<string, string>>) =>
  startTelemetry('shop', readVariables(telemetryVariables, env), silent)

describe('traces are recorded', () => {
  test.each([
    ['no variable', {}, false],
    ['an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, true],
    [
      'an endpoint for traces',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/x' },
      true,
    ],
    ['the exporter otlp', { OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [
      'the exporter none and an endpoint',
      { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      false,
    ],
    [
      'OTEL_SDK_DISABLED and an endpoint',
      { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      false,
    ],
  ])('with %s: %o', async (_, env, expected) => {
    await using _telemetry = await start(env)
    expect(isTracing()).toBe(expected)
  })

  test.each(['authorization=Basic 50%', 'authorization', '=x'])(
    'with no header that the collector could not read: %s',
    (headers) => {
      const env = { OTEL_EXPORTER_OTLP_HEADERS: `a=b,${headers}` }
      expect(() => readVariables(telemetryVariables, env)).toThrow(
        'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as authorization=Bearer%20…',
      )
    },
  )

  test('without an exporter the SDK is not even loaded', { timeout: 20_000 }, async () => {
    const script = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      await import('${new URL('run.ts', import.meta.url).href}')
      const { startTelemetry } = await import('${new URL('telemetry.ts', import.meta.url).href}')
      await startTelemetry('shop', { telemetryDisabled: false, tracesExporter: '' }, console)
      console.log(JSON.stringify(loaded.filter((url) => url.includes('@opentelemetry'))))`
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ])
    const packages = (JSON.parse(stdout) as string[]).map(
      (url) => /@opentelemetry\/([^/]+)/.exec(url)?.[1],
    )
    expect(new Set(packages)).toEqual(new Set(['api']))
  })

  test('an unknown sampler or protocol refuses the start', () => {
    const env = { OTEL_TRACES_SAMPLER: 'sometimes', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    expect(() => readVariables(telemetryVariables, env)).toThrow(ConfigError)
  })
})

describe('a process that records traces', () => {
  let telemetry: AsyncDisposable | undefined
  let lines: Record<string, unknown>[]
  const logger = pino(
    { mixin: () => traceFields() },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )

  beforeEach(async () => {
    lines = []
    telemetry = await start(exportingTo(collector))
  })
  afterEach(() => telemetry?.[Symbol.asyncDispose]())

  /** The spans of the trace, once the process has ended. */
  async function exported() {
    await telemetry?.[Symbol.asyncDispose]()
    telemetry = undefined
    return collector.spans.filter(({ traceId }) => traceId === TRACE)
  }

  function shop() {
    const app = createHttpServer({ logger })
    app.get('/things/:id', () => {
      logger.info('looked')
      return inSpan(startSpan('look'), () => Promise.resolve('found'))
    })
    app.get('/broken', () => {
      throw new Error('broken')
    })
    return app
  }

  test('continues the trace of its client, and exports what it did when it ends', async () => {
    await shop().inject({ url: '/things/1?token=abc', headers: { traceparent: RECORDED } })
    await shop().inject({ url: '/broken', headers: { traceparent: RECORDED } })
    const spans = await exported()
    const request = spans.find(({ name }) => name === 'GET /things/:id')
    expect(request).toMatchObject({
      service: 'shop',
      parentSpanId: 'b7ad6b7169203331',
      hasFailed: false,
      attributes: { 'http.route': '/things/:id', 'url.path': '/things/1' },
    })
    expect(spans.find(({ name }) => name === 'look')?.parentSpanId).toBe(request?.spanId)
    expect(spans.find(({ name }) => name === 'GET /broken')?.hasFailed).toBe(true)
  })

  test('its log lines have the ids of the trace and of the span', async () => {
    await shop().inject({ url: '/things/1', headers: { traceparent: RECORDED } })
    expect(lines.map(({ msg, trace_id: id, span_id: span }) => [msg, id, typeof span])).toEqual([
      ['looked', TRACE, 'string'],
      ['request completed', TRACE, 'string'],
    ])
  })

  test('records nothing of a trace that its client does not record, and nothing without a trace', async () => {
    const before = collector.spans.length
    await shop().inject({ url: '/things/1', headers: { traceparent: NOT_RECORDED } })
    expect(lines[0]).toMatchObject({ trace_id: TRACE })
    expect(startSpan('a loop')).toBeUndefined()
    expect(startLinkedSpan('a delivery', NOT_RECORDED)).toBeUndefined()
    expect(startLinkedSpan('a delivery', null)).toBeUndefined()
    await exported()
    expect(collector.spans).toHaveLength(before)
  })

  test('work that a message has caused is in the trace of its sender, and linked to it', async () => {
    inSpan(startLinkedSpan('ingest', RECORDED), () => undefined)
    const span = (await exported()).find(({ name }) => name === 'ingest')
    expect(span).toMatchObject({
      parentSpanId: 'b7ad6b7169203331',
      links: ['b7ad6b7169203331'],
    })
  })
})

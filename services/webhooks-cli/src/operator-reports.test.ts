import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { CHAIN_START, chainRecord } from '@takeoff/contracts/audit-chain'
import { createAuditRecord } from '@takeoff/kit/events/audit'
import { afterEach, describe, expect, test } from 'vitest'
import { auditVerify } from './audit-verify.ts'
import type { Command } from './command.ts'
import { readConfig } from './config.ts'
import { poisonDiscard, requeuePoison } from './poison.ts'
import { requeueFailed } from './requeue-failed.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Runs a command against a webhook service that responds like this. */
async function run(
  command: Command,
  { args = [], values = {}, respond, stop = new AbortController(), out = () => {} }: Scene,
): Promise<{ readonly code: number; readonly printed: string }> {
  server = createServer((request, response) => {
    void respond(request).then((body) => response.end(JSON.stringify(body)))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  let printed = ''
  const code = await command.run({
    args,
    values,
    isJson: values['json'] === true,
    config: readConfig({
      WEBHOOKS_URL: `http://127.0.0.1:${port}`,
      OPERATOR_SECRET: 'x'.repeat(40),
    }),
    stop: stop.signal,
    out: (text) => {
      printed += text
      out(text)
    },
    report: (json, text) =>
      (printed += values['json'] === true ? `${JSON.stringify(json)}\n` : text),
  })
  return { code, printed }
}

interface Scene {
  readonly args?: readonly string[]
  readonly values?: Readonly<Record<string, string | boolean>>
  readonly respond: (request: IncomingMessage) => Promise<object>
  readonly stop?: AbortController
  readonly out?: (text: string) => void
}

/** Like the service: an outcome for each message, whatever number of times its id is given. */
async function outcomes(request: IncomingMessage): Promise<object> {
  const { ids } = (await json(request)) as { readonly ids: readonly number[] }
  return { outcomes: [...new Set(ids)].map((id) => ({ id, error: null })), next: null }
}

describe('an id that is given twice', () => {
  test.each([
    ['poison discard', poisonDiscard, '1 discarded\n'],
    ['requeue poison', requeuePoison, '1 ingested, 0 still unreadable\n'],
  ])('is one message for %s', async (_name, command, printed) => {
    expect(await run(command, { args: ['5', '5'], respond: outcomes })).toEqual({
      code: 0,
      printed,
    })
  })
})

describe('a command that is stopped', () => {
  test('does not call messages not found that it has not reached', async () => {
    const stop = new AbortController()
    const respond = () => {
      stop.abort()
      return Promise.resolve({ outcomes: [{ id: 5, error: null }], next: 5 })
    }
    expect(await run(poisonDiscard, { args: ['5', '6'], respond, stop })).toMatchObject({
      printed: '1 discarded\n',
    })
  })

  test.each([
    [{}, '100 queued. Stopped: the others are left, run it again.\n'],
    [{ json: true }, '{"queued":100,"complete":false}\n'],
  ])('does not report deliveries as complete that it has left: %j', async (more, printed) => {
    const stop = new AbortController()
    const respond = () => {
      stop.abort()
      return Promise.resolve({ requeued: 100, hasMore: true })
    }
    const values = { webhook: '3', ...more }
    expect(await run(requeueFailed, { values, respond, stop })).toEqual({ code: 1, printed })
  })
})

describe('audit verify', () => {
  const records = [1, 2].map((orgId) =>
    chainRecord(
      CHAIN_START,
      createAuditRecord(
        {},
        { orgId, operation: 'vendorConnect', target: { type: 'vendor', id: 3 } },
      ),
      '2026-11-26T10:00:00.000Z',
    ),
  )
  const chains = records.map(({ orgId, sequence, hash }) => {
    return { orgId, sequence, hash, trimmedSequence: 0, trimmedHash: CHAIN_START.hash }
  })
  /** A service with the logs of two organizations. */
  const respond = (url: string): object =>
    url.includes('audit/chains')
      ? { chains, retentionDays: 400 }
      : { records: records.filter(({ orgId }) => url.includes(`orgId=${orgId}`)) }

  test('reads records again after a request that failed', async () => {
    let failed = 0
    const { code, printed } = await run(auditVerify, {
      respond: async ({ url = '', socket }) => {
        if (!url.includes('audit/records') || failed > 0) return respond(url)
        failed += 1
        socket.destroy()
        return {}
      },
    })
    expect([failed, code]).toEqual([1, 0])
    expect(printed).toMatch(/^organization 1: 1 records are intact.*\norganization 2: 1 records/)
  })

  test('looks again whether records were trimmed after a request that failed, and keeps the violation', async () => {
    const urls: string[] = []
    const { code, printed } = await run(auditVerify, {
      respond: async ({ url = '', socket }) => {
        urls.push(url)
        if (url.includes('audit/records')) return { records: [] }
        if (urls.length === 3) socket.destroy()
        return respond(url)
      },
    })
    expect(urls[3]).toBe(urls[2])
    expect(code).toBe(1)
    expect(printed).toMatch(/^organization 1: records 1 to 1 were removed\norganization 2: records/)
  })

  test('reports at once that nothing responds at the address', async () => {
    let requests = 0
    const failing = run(auditVerify, {
      respond: async ({ socket }) => {
        requests += 1
        socket.destroy()
        return {}
      },
    })
    await expect(failing).rejects.toThrow('cannot be reached')
    expect(requests).toBe(1)
  })

  test('that is stopped ends its request, keeps the lines of the logs before, and has no result', async () => {
    const stop = new AbortController()
    const lines: string[] = []
    const stopped = run(auditVerify, {
      stop,
      out: (text) => lines.push(text),
      respond: async ({ url = '' }) => {
        if (!url.includes('orgId=2')) return respond(url)
        stop.abort()
        return new Promise(() => {})
      },
    })
    await expect(stopped).rejects.toThrow('aborted')
    expect(lines).toEqual([expect.stringContaining('organization 1: 1 records are intact')])
  })
})

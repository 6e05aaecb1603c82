import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { readConfig } from './config.ts'
import { poisonDiscard, requeuePoison } from './poison.ts'
import { requeueFailed } from './requeue-failed.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Runs a command against a webhook service that responds like this. */
async function run(
  command: Command,
  { args = [], values = {}, respond, stop = new AbortController() }: Scene,
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
    out: (text) => (printed += text),
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

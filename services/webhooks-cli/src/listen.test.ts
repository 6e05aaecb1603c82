import { json } from 'node:stream/consumers'
import { VERIFICATION_EVENT } from '@takeoff/contracts/webhook-payloads'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { runCli } from './cli.ts'
import { readConfig } from './config.ts'

const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`

interface Operation {
  readonly query: string
  readonly variables: { readonly url?: string; readonly code?: string }
}

async function postHandshake(url: string, code: string): Promise<number> {
  const body = JSON.stringify({ event: VERIFICATION_EVENT, code })
  const at = new Date()
  const headers = {
    'webhook-id': code,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(code, at, body),
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

test('a handshake that arrives again is not used again, and listen goes on', async () => {
  const handshakes = Promise.withResolvers<number[]>()
  const used: unknown[] = []
  let deleted = 0
  const respond = ({ query, variables: { url = '', code } }: Operation): object => {
    if (query.includes('webhookCreate')) {
      const post = async () => [await postHandshake(url, 'a'), await postHandshake(url, 'b')]
      handshakes.resolve(post())
      return { data: { webhookCreate: { secret: SECRET, webhook: { id: 7 } } } }
    }
    if (query.includes('webhookVerify')) {
      used.push(code)
      return used.length === 1 ? { data: {} } : { errors: [{ message: 'The code is used.' }] }
    }
    if (query.includes('webhookDelete')) deleted += 1
    return { data: { webhooks: { nodes: [] } } }
  }
  await using platform = await startLocalServer(async (request, response) => {
    response.end(JSON.stringify(respond((await json(request)) as Operation)))
  })
  const stop = new AbortController()
  let out = ''
  const address = ['--url', `${platform.url}/graphql`, '--token', 'x', '--org', '1']
  const listening = runCli(['listen', ...address], {
    readConfig: () => readConfig({}),
    stop: stop.signal,
    out: (text) => void (out += text),
    err: (text) => void (out += text),
  })

  expect(await handshakes.promise).toEqual([204, 204])
  await expect.poll(() => out).toContain('Listening to organization 1')
  stop.abort()
  await listening
  expect({ used, deleted }).toEqual({ used: ['a'], deleted: 1 })
})

import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExplorerRoute } from './explorer-route.ts'

const TOKEN = 'Bearer of-the-administrator'

const app = Fastify()
let url: string

beforeAll(async () => {
  addExplorerRoute(app, { tabs: [], headers: { authorization: TOKEN }, hasHome: false })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  // Loads the editor, which takes seconds.
  await Promise.all(['localhost', 'attacker.example'].map((host) => tokenFor(host)))
}, 60_000)
afterAll(() => app.close())

test.each([
  'localhost',
  'localhost:4000',
  'LocalHost',
  '127.0.0.1:4000',
  '127.8.9.1',
  '[::1]:4000',
])('the explorer fills in the configured headers for the host %s', async (host) => {
  expect(await tokenFor(host)).toBe(TOKEN)
})

// A page of another site whose name resolves to 127.0.0.1 (DNS rebinding) sends the name of that site.
test.each([
  'attacker.example',
  'attacker.example:4000',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  'attacker.example@localhost',
  'localhost/attacker.example',
  '10.0.0.7:4000',
  '0.0.0.0',
  '[::]',
])('the explorer fills in a placeholder for the host "%s"', async (host) => {
  expect(await tokenFor(host)).toBe('Bearer <ACCESS_TOKEN>')
})

test('the explorer does not trust the host that a proxy forwards', async () => {
  const headers = { 'x-forwarded-host': 'localhost' }
  expect(await tokenFor('attacker.example', headers)).toBe('Bearer <ACCESS_TOKEN>')
})

test('the pages with and without the headers have different entity tags', async () => {
  const [without, withHeaders] = [await send('attacker.example'), await send('localhost')]
  for (const response of [without, withHeaders]) response.resume()
  expect(without.headers.etag).not.toBe(withHeaders.headers.etag)
})

/** The value of the authorization header in the page. */
async function tokenFor(host: string, headers = {}): Promise<string | undefined> {
  const page = await text((await send(host, headers)).pipe(createGunzip()))
  return /authorization\W+(Bearer [<>\w-]+)/.exec(page)?.[1]
}

function send(host: string, headers = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(
      `${url}/graphiql`,
      { headers: { host, 'accept-encoding': 'gzip', ...headers } },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}

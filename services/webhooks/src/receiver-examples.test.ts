import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders, signingKey } from './messages/signing.ts'

const examples = path.resolve(import.meta.dirname, '../../../docs/examples')
const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-receivers'))

const secret = newSigningSecret()
const body = Buffer.from('{"event":"distribution-order-state-changed","note":"🏠 Dach, 20 m²"}')
const tampered = Buffer.from(body.toString().replace('20', '21'))

function sign(id: string): Record<string, string> {
  return signatureHeaders({ id, at: new Date(), body, keys: [signingKey(secret)] })
}

/** Starts an example as a process; `next` is the next line that it prints. */
async function start(file: string, ...options: readonly string[]) {
  const child = spawn(process.execPath, [path.join(examples, file), '0', ...options], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  const url = new URL(/http:\S+/.exec(await next())?.[0] ?? '')
  return {
    url,
    next,
    async post(headers: Record<string, string>, sent = body): Promise<number> {
      return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(sent) })).status
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

/** Starts a request and closes the connection before its end. */
async function abortRequest({ hostname, port }: URL): Promise<void> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{')
  socket.resetAndDestroy()
  await once(socket, 'close')
}

describe.each([
  ['receiver.mjs', (_id: string) => body.toString()],
  ['idempotent-receiver.mjs', (id: string) => `${id} distribution-order-state-changed`],
])('docs/examples/%s', (file, printed) => {
  test('accepts each message once, refuses forgeries, and keeps running', async () => {
    using receiver = await start(file)

    expect(await receiver.post(sign('first'))).toBe(204)
    expect(await receiver.post(sign('first'))).toBe(204)
    expect(await receiver.post(sign('forged'), tampered)).toBe(401)
    expect(await receiver.post({})).toBe(401)
    await abortRequest(receiver.url)
    expect(await receiver.post(sign('second'))).toBe(204)
    expect([await receiver.next(), await receiver.next()]).toEqual(['first', 'second'].map(printed))
  })
})

test.each(['receiver.mjs', 'idempotent-receiver.mjs'])(
  'docs/examples/%s refuses to run without a secret',
  (file) => {
    for (const env of [{}, { WEBHOOK_SECRET: '' }]) {
      const args = [path.join(examples, file), '0']
      const ran = spawnSync(process.execPath, args, {
        cwd: folder,
        env,
        encoding: 'utf8',
        timeout: 10_000,
      })
      expect(ran).toMatchObject({ status: 2, stdout: '' })
      expect(ran.stderr).toMatch(/^Set WEBHOOK_SECRET to the secret that webhookCreate answered/)
    }
  },
)

test('docs/examples/receiver.mjs prints unsigned messages when --unverified says so', async () => {
  using receiver = await start('receiver.mjs', '--unverified')
  expect(await receiver.post({ 'webhook-id': 'unsigned' })).toBe(204)
  expect(await receiver.next()).toBe(body.toString())
})

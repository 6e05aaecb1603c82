import { createCipheriv, randomBytes } from 'node:crypto'
import path from 'node:path'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { callProgram, startProgram } from '@takeoff/kit/testing/run-program'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startService } from '../src/service.ts'
import { insertWebhook } from './support/insert-rows.ts'
import { startReceiver } from './support/receiver.ts'
import {
  EVENTS_SECRET,
  isEventOf,
  isHandshakeOf,
  listEvent,
  SERVICE_SECRET,
} from './support/test-service.ts'

const OTHER_ORGANIZATION = 2
/** More than a batch. */
const OLD_WEBHOOKS = 120
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const keyTexts = { old: oldKey.toString('base64'), new: newKey.toString('base64') }

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const issuer = opened.use(await startTestIssuer())
const receiver = opened.use(await startReceiver())
const database = opened.use(await createTestDatabase({ name: 'webhooks', entities, migrations }))

const environment = (keys: readonly (keyof typeof keyTexts)[]) => ({
  DATABASE_URL: database.url,
  DATABASE_MIGRATE: 'false',
  AUTH_ISSUER: issuer.url,
  SERVICE_SECRET,
  EVENTS_URL: 'http://127.0.0.1:1/events',
  EVENTS_SECRET,
  WEBHOOKS_SECRET_KEY: keys.map((name) => keyTexts[name]).join(),
  WEBHOOKS_ALLOW_LOOPBACK: 'true',
})

const start = (...keys: (keyof typeof keyTexts)[]) =>
  startService(readConfig(environment(keys)), createLogger('webhooks', 'silent'))

let service = await start('old')
opened.defer(() => service[Symbol.asyncDispose]())

/** Replaces the process as a rolling restart does: the old one ends while the new one serves. */
async function restart(...keys: (keyof typeof keyTexts)[]): Promise<void> {
  const before = service
  service = await start(...keys)
  await publishing
  await before[Symbol.asyncDispose]()
}

/** The event that is being published by the load. */
let publishing: Promise<void> | undefined

async function graphql(query: string, variables: object): Promise<Record<string, never>> {
  const token = await issuer.token({
    claims: { sub: '7', org_ids: [1], scope: 'webhooks:read webhooks:write' },
  })
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      authorization: `Bearer ${token}`,
      'x-service-authorization': await serviceToken('webhooks', SERVICE_SECRET),
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: never; errors?: unknown }
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

async function subscribe(): Promise<{ readonly id: number; readonly secret: string }> {
  const { webhookCreate } = (await graphql(
    `
      mutation ($url: String!) {
        webhookCreate(orgId: 1, url: $url, headers: [{ name: "X-Key", value: "k1" }]) {
          secret
          webhook {
            id
          }
        }
      }
    `,
    { url: receiver.url },
  )) as unknown as { webhookCreate: { secret: string; webhook: { id: number } } }
  const { secret, webhook } = webhookCreate
  const [handshake] = await receiver.until(isHandshakeOf(webhook.id))
  await graphql('mutation ($code: String!) { webhookVerify(code: $code) { id } }', {
    code: handshake?.json['code'],
  })
  return { id: webhook.id, secret }
}

async function publish(): Promise<void> {
  const response = await fetch(`${service.url}/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      authorization: `Bearer ${EVENTS_SECRET}`,
    },
    body: JSON.stringify([listEvent()]),
  })
  expect(response.status).toBe(204)
}

/** Publishes an event and verifies the message that the subscription gets for it. */
async function expectDelivery({ id, secret }: { id: number; secret: string }): Promise<void> {
  const before = receiver.received.filter(isEventOf(id)).length
  await publish()
  const messages = await receiver.until(isEventOf(id), before + 1)
  const { headers, body } = messages.at(-1) ?? {}
  expect(headers?.['x-key']).toBe('k1')
  new Webhook(secret).verify(body ?? '', headers as Record<string, string>)
}

/** As version 0.1 sealed texts. */
function sealedInFirstFormat(plain: string, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')}`
}

function insertWebhooks(count: number, key: Buffer) {
  const inserted = Array.from({ length: count }, (_, index) => {
    const verification_code = `'${sealedInFirstFormat(`code ${index}`, key)}'`
    return insertWebhook(database, { org_id: OTHER_ORGANIZATION, verification_code })
  })
  return Promise.all(inserted)
}

const PROGRAM = path.join(import.meta.dirname, '../src/rekey.ts')

function startRekey(...keys: (keyof typeof keyTexts)[]) {
  const env = { ...environment(keys), DATABASE_MIGRATION_URL: database.ownerUrl }
  return startProgram(PROGRAM, [], env)
}

async function formats(): Promise<string[]> {
  const rows = await database.query<{ format: string }>(
    `select distinct split_part(sealed, '.', 1) || '.' || case when sealed like 'v2.%' then split_part(sealed, '.', 2)
       else '' end as format
     from (select sealed from webhook_secret union all select verification_code from webhook
       union all select sealed_headers from webhook where sealed_headers is not null) as all_texts order by 1`,
  )
  return rows.map(({ format }) => format)
}

test(
  'the key is replaced while messages are signed with what it seals, and none is lost or unsigned',
  { timeout: 120_000 },
  async () => {
    await insertWebhooks(OLD_WEBHOOKS, oldKey)
    const subscription = await subscribe()
    await expectDelivery(subscription)

    const load = new AbortController()
    onTestFinished(() => load.abort())
    let sent = 0
    const loading = (async () => {
      for (; !load.signal.aborted; sent += 1) await (publishing = publish())
    })()
    await restart('old', 'new')
    await expectDelivery(subscription)
    await restart('new', 'old')
    const second = await subscribe()
    await expectDelivery(subscription)
    expect(await formats()).toHaveLength(3)

    // Killed after a part, and continued. A row that is locked keeps it from being done before.
    const { promise: ended, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const locked = Promise.withResolvers<void>()
    const lock = database.transaction(async (sql) => {
      await sql.query('select 1 from webhook_secret where webhook_id = $1 for update', [
        subscription.id,
      ])
      locked.resolve()
      await ended
    })
    await locked.promise
    await startRekey('new', 'old').kill()
    expect((await formats()).length).toBeGreaterThan(1)
    release()
    await lock
    await expectDelivery(subscription)

    expect(await startRekey('new', 'old').end()).toEqual({
      code: 0,
      output: expect.stringMatching(
        /webhook.sealed_headers: 0 left\n[^]*webhook.verification_code: 0 left\n[^]*webhook_secret.sealed: 0 left\n$/,
      ) as string,
    })
    expect(await formats()).toEqual([expect.stringMatching(/^v2\.[\da-f]{8}$/)])

    await restart('new')
    for (const one of [subscription, second]) await expectDelivery(one)
    load.abort()
    await loading
    const messages = await receiver.until(isEventOf(subscription.id), sent)
    for (const { headers, body } of messages)
      new Webhook(subscription.secret).verify(body, headers as Record<string, string>)
    expect(
      await database.query('select 1 from finished_delivery where state <> $1', ['delivered']),
    ).toEqual([])
  },
)

test(
  'a text that does not open is reported with its row, and left',
  { timeout: 60_000 },
  async () => {
    const [row] = await database.query<{ id: number }>(
      `update webhook set verification_code = $1 where id =
       (select min(id) from webhook where org_id = $2) returning id`,
      [sealedInFirstFormat('code', randomBytes(32)), OTHER_ORGANIZATION],
    )
    const { code, output } = await startRekey('new').end()
    expect(code).toBe(1)
    expect(output).toContain(`webhook.verification_code: row ${row?.id} does not open: `)
    expect(output).toContain('webhook.verification_code: 1 left\n')
  },
)

test('a secret that was moved to another webhook signs nothing', async () => {
  const [victim, other] = [await subscribe(), await subscribe()]
  await database.query(
    `update webhook_secret set sealed = (select sealed from webhook_secret where webhook_id = $1) where webhook_id = $2`,
    [victim.id, other.id],
  )
  // Its process has cached the secrets before.
  await database.query('update webhook set updated_at = now() where id = $1', [other.id])
  await expectDelivery(victim)
  expect(receiver.received.filter(isEventOf(other.id))).toEqual([])
})

test('as a role that sees no text it is refused, so that the old key is not removed', async () => {
  await insertWebhooks(1, oldKey)

  const { code, output } = await callProgram(PROGRAM, [], environment(['new', 'old']))

  expect(output).toContain('DATABASE_MIGRATION_URL must be the address of the owner')
  expect(code).toBe(2)
})

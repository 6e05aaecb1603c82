import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsumer } from '../../services/client/tests/support/consumer.ts'
import type { Consumer } from '../../services/client/tests/support/consumer.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

/** The programs of docs/client.md by their names, run against the package as npm installs it. */
const text = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8')
const programs = [...text.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)].map(
  ([, name = '', code = '']) => [name, code] as const,
)
const run = promisify(execFile)

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
const secret = `whsec_${Buffer.from('a secret of 24 bytes or s').toString('base64')}`
let consumer: Consumer
let organization: Organization
beforeAll(async () => {
  consumer = opened.use(await createConsumer())
  organization = opened.use(await createOrganization(devEnv))
  await createList(organization, [{}])
  for (const [name, code] of programs)
    await consumer.write(name, code.replaceAll('orgId: 1', `orgId: ${organization.orgId}`))
})
afterAll(() => opened.disposeAsync())

async function outputOf(name: string): Promise<string> {
  const env = {
    ...process.env,
    TAKEOFF_URL: devEnv.graphqlUrl,
    TAKEOFF_TOKEN: organization.token,
    WEBHOOK_SECRET: secret,
  }
  return (await run(process.execPath, [name], { cwd: consumer.folder, env })).stdout
}

test('the programs have the right types', async () => {
  await consumer.write('node.d.ts', 'declare const process: { env: Record<string, string> }')
  await expect(consumer.checkTypes()).resolves.toBeUndefined()
})

test.each([
  ['client.ts', /^\d+ \[\]$/],
  ['errors.ts', /^BAD_USER_INPUT name .+ [\w-]+$/m],
  ['pages.ts', /^\d+ .+ [\d.]+$/m],
  ['exports.ts', /^\d+ 1$[\s\S]*Maple Street 214/m],
  ['files.ts', /^sku,name$/m],
  ['sync.ts', /^1 2$/m],
])('%s works', async (name, expected) => {
  expect((await outputOf(name)).trim()).toMatch(expected)
})

test('receive.ts accepts a genuine message only', async () => {
  const body = JSON.stringify({
    event: 'project-management-production-list-updated',
    project_management_production_list_id: 77,
  })
  const at = new Date()
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m', at, body),
  }
  await consumer.write(
    'send.ts',
    `import { receive } from './receive.ts'
const send = (body: string) =>
  receive(new Request('http://localhost/', { method: 'POST', body, headers: ${JSON.stringify(headers)} }))
console.log((await send(${JSON.stringify(body)})).status, (await send('{}')).status)`,
  )
  expect(await outputOf('send.ts')).toBe('77\n204 400\n')
})

test('each program of the page was run', () => {
  expect(programs.map(([name]) => name)).toEqual([
    'client.ts',
    'errors.ts',
    'pages.ts',
    'exports.ts',
    'files.ts',
    'receive.ts',
    'sync.ts',
  ])
})

import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { readConfig } from '@takeoff/console/config'
import { startService } from '@takeoff/console/service'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { readIdentities } from '@takeoff/dev-env/issuer/identities'
import { createLogger } from '@takeoff/kit/service/logger'
import { describe, expect, it, test } from 'vitest'
import { TestBrowser } from '../../services/console/tests/support/test-browser.ts'
import { startClosedGateway } from './support/closed-gateway.ts'
import { sharedDevEnv } from './support/dev-env.ts'

/** The console behind the gateway of the development stack, over HTTP; `tests/browser` has its pages. */
const devEnv = sharedDevEnv()
const { gateway } = devEnv.urls
const { people } = await readIdentities()

async function signIn(email: string, origin = gateway): Promise<TestBrowser> {
  const browser = new TestBrowser(() => Promise.resolve({}))
  const parameters = new URLSearchParams({ return: '/signed-in', login_hint: email })
  await browser.follow(
    `${origin}/session/sign-in?${parameters}`,
    ({ pathname }) => pathname === '/signed-in',
  )
  return browser
}

test.each(people)('$name signs in with one click, with their roles', async (person) => {
  const browser = await signIn(person.email)
  const session = (await (await browser.send(`${gateway}/session`)).json()) as {
    readonly user: object
    readonly organizations: readonly { readonly id: number; readonly scopes: readonly string[] }[]
  }

  expect(session.user).toEqual({ id: person.id, name: person.name, email: person.email })
  expect(session.organizations.map(({ id }) => String(id))).toEqual(
    Object.keys(person.organizations),
  )
  for (const { id, scopes } of session.organizations) {
    const [role] = person.organizations[id] ?? []
    expect([role, scopes.includes('prices:read')]).toEqual([role, role !== 'viewer'])
    expect([role, scopes.includes('webhooks:write')]).toEqual([role, role === 'owner'])
    expect([role, scopes.includes('orders:submit')]).toEqual([
      role,
      role === 'owner' || role === 'purchaser',
    ])
  }
})

test('of each organization there is a person of each role', () => {
  const roles = people.flatMap(({ organizations }) =>
    Object.entries(organizations).flatMap(([id, all]) => all.map((role) => `${role} ${id}`)),
  )
  const wanted = ['owner', 'estimator', 'purchaser', 'viewer']
  expect(roles).toEqual(
    expect.arrayContaining(wanted.flatMap((role) => [`${role} 1`, `${role} 2`])),
  )
})

describe('an export', () => {
  const url = (orgId: number): string =>
    `${gateway}/session/exports/production-lists?orgId=${orgId}&format=ndjson`

  it('is read with the rights of the session', async () => {
    const browser = await signIn('olivia@example.com')
    const own = await browser.send(url(devEnv.details.orgId))

    expect(own.status).toBe(200)
    expect(JSON.parse((await own.text()).split('\n', 1)[0] ?? '')).toHaveProperty('id')
    expect((await browser.send(url(devEnv.details.otherOrgId))).status).toBe(403)
  })

  it('needs a session', async () => {
    expect((await fetch(url(devEnv.details.orgId))).status).toBe(401)
  })
})

test('a gateway that serves nothing but the documents of the console serves the console', async () => {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await openTemporaryFolder('takeoff-console-documents'))
  const query = 'query Jobs($orgId: Int!) { jobs(orgId: $orgId, first: 2) { nodes { id name } } }'
  const documentId = `sha256:${hash('sha256', query, 'hex')}`
  const documents = path.join(folder, 'documents.json')
  await writeFile(documents, JSON.stringify({ [documentId]: query }))
  const port = await findFreePort()
  const secret = 'the service secret of this console'
  const closed = stack.use(
    await startClosedGateway(devEnv, {
      PERSISTED_DOCUMENTS: documents,
      PERSISTED_DOCUMENTS_ONLY: 'true',
      CONSOLE_URL: `http://127.0.0.1:${port}`,
      SUBGRAPH_SECRETS: JSON.stringify({ ...devEnv.serviceSecrets, console: secret }),
      SUBGRAPH_URLS: JSON.stringify({
        'production-lists': `${devEnv.urls['production-lists']}/graphql`,
        'order-documents': `${devEnv.urls['order-documents']}/graphql`,
        webhooks: `${devEnv.urls.webhooks}/graphql`,
      }),
    }),
  )
  const { origin } = new URL(closed.url)
  const config = readConfig({
    PORT: String(port),
    AUTH_ISSUER: devEnv.details.issuer.url,
    SERVICE_SECRET: secret,
    PUBLIC_URL: origin,
    GATEWAY_URL: origin,
    SIGN_IN_CLIENT_ID: 'takeoff-console',
    SIGN_IN_PARAMETERS: '{"prompt":"login consent"}',
    SIGN_IN_PEOPLE: '[{"label":"","description":"","loginHint":"olivia@example.com"}]',
    CONSOLE_DOCUMENTS: documents,
  })
  stack.use(await startService(config, createLogger('console', 'silent')))
  const browser = await signIn('olivia@example.com', origin)
  const send = (body: object) =>
    browser.send(`${origin}/session/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-takeoff-console': '1', origin },
      body: JSON.stringify(body),
    })

  const response = await send({ documentId, variables: { orgId: devEnv.details.orgId } })
  expect(await response.json()).toMatchObject({
    data: { jobs: { nodes: [{ name: expect.any(String) as string }, {}] } },
  })
  const other = await send({ documentId: documentId.replace(/.$/, 'x'), variables: {} })
  expect(await other.json()).toMatchObject({ code: 'PERSISTED_DOCUMENT_NOT_FOUND' })
  const text = await fetch(closed.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${devEnv.details.tokens.admin}`,
    },
    body: JSON.stringify({ query }),
  })
  expect(await text.json()).toMatchObject({
    errors: [{ extensions: { code: 'PERSISTED_DOCUMENT_REQUIRED' } }],
  })
})

import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { bruToJsonV2 } from '@usebruno/lang'
import type { BrunoRequest } from '@usebruno/lang'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDevEnv } from './support/dev-env.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/bruno')
const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
const requests = await readRequests()
/** As an environment and the responses of earlier requests set them. */
const variables = new Map<string, string>()

beforeAll(async () => {
  const { orgId, token }: Scene = opened.use(await createScene(devEnv))
  variables.set('url', devEnv.urls.gateway)
  variables.set('orgId', String(orgId)).set('token', token)
})
afterAll(() => opened.disposeAsync())

async function readRequests(): Promise<BrunoRequest[]> {
  const read: BrunoRequest[] = []
  for await (const file of glob('*/*.bru', { cwd: folder, exclude: ['environments/**'] }))
    read.push(bruToJsonV2(await readFile(path.join(folder, file), 'utf8')))
  return read.toSorted((a, b) => Number(a.meta.seq) - Number(b.meta.seq))
}

function fill(text: string): string {
  return text.replaceAll(/\{\{([^}]+)\}\}/g, (_all, name: string) => {
    if (name === '$guid') return randomUUID()
    const value = variables.get(name)
    if (value === undefined) throw new Error(`nothing has set the variable ${name}`)
    return value
  })
}

/** The part of a response that a path such as `res.body.data.nodes[0].id` names. */
function partOf(response: object, name: string): unknown {
  const keys = name
    .replace(/^res\./, '')
    .split(/[.[\]]+/)
    .filter(Boolean)
  return keys.reduce<unknown>(
    (part, key) => (part as Record<string, unknown> | undefined)?.[key],
    response,
  )
}

/** What an assertion would have to say of the response: `eq 200` or `isUndefined`. */
function described(response: object, name: string, wanted: string): string {
  const part = partOf(response, name)
  return wanted.startsWith('eq ')
    ? `eq ${String(part)}`
    : part === undefined
      ? 'isUndefined'
      : 'isDefined'
}

async function send({ http, headers = [], auth, body }: BrunoRequest): Promise<object> {
  const { query, variables: values = '{}' } = body?.graphql ?? {}
  const response = await fetch(fill(http.url), {
    method: http.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${fill(auth.bearer.token)}`,
      ...Object.fromEntries(headers.map(({ name, value }) => [name, fill(value)])),
      ...(query !== undefined && { 'content-type': 'application/json' }),
    },
    ...(query !== undefined && {
      body: JSON.stringify({ query, variables: JSON.parse(fill(values)) as object }),
    }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: query === undefined ? text : (JSON.parse(text) as object),
  }
}

// In the order of the collection: a request uses ids of earlier ones.
test.each(requests.map((request) => [request.meta.name, request] as const))(
  'the request "%s" of the Bruno collection succeeds',
  async (_name, request) => {
    const response = await send(request)

    const found = request.assertions.map(({ name, value }) => [
      name,
      described(response, name, value),
    ])
    expect({ response, found }).toEqual({
      response,
      found: request.assertions.map(({ name, value }) => [name, value]),
    })
    for (const { name, value } of request.vars?.res ?? []) {
      const part = partOf(response, value)
      expect([name, part]).toEqual([name, expect.anything()])
      variables.set(name, String(part))
    }
  },
)

test('the collection has requests', () => {
  expect(requests.length).toBeGreaterThan(10)
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { accessTable } from '@takeoff/kit/security/access-table'
import { expect, test } from 'vitest'

const docs = path.resolve(import.meta.dirname, '../../docs')
const document = JSON.parse(await readFile(path.join(docs, 'openapi.json'), 'utf8')) as Document

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Partial<
          Record<
            'get' | 'post',
            {
              readonly security: readonly { readonly bearer: string[] }[]
              readonly responses: Readonly<Record<string, unknown>>
            }
          >
        >
      >
    >
  >
  readonly components: {
    readonly responses: Readonly<
      Record<
        string,
        { readonly headers?: Readonly<Record<string, { readonly required: boolean }>> }
      >
    >
  }
  readonly webhooks: Readonly<Record<string, unknown>>
}

test('docs/openapi.json is a valid OpenAPI document', async () => {
  const { valid, errors } = await new Validator().validate(await withSchemas())
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

test('it has every address of the access table, with its scopes', () => {
  const described = Object.entries(document.paths)
    .flatMap(([address, { get, post }]) => [
      [`GET ${address}`, get?.security[0]?.bearer] as const,
      [`POST ${address}`, post?.security[0]?.bearer] as const,
    ])
    .filter(([, scopes]) => scopes !== undefined)
  const needed = Object.entries(accessTable.routes).map(([route, needs]) => [
    route,
    needs.map(({ scope }) => scope),
  ])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(needed))
})

test('every address of a service can be unavailable for a time that Retry-After states', () => {
  const { paths, components } = document
  const responses = Object.values(paths).flatMap(({ get, post }) => [get, post].filter(Boolean))
  expect(responses.map((operation) => operation?.responses['503'])).toEqual(
    responses.map(() => ({ $ref: '#/components/responses/UnavailableForAWhile' })),
  )
  expect(components.responses['UnavailableForAWhile']?.headers?.['retry-after']?.required).toBe(
    true,
  )
})

test('it has every webhook, with the schema of its payload', async () => {
  const schemas = (await readdir(path.join(docs, 'webhooks/schemas'))).toSorted()
  expect(Object.keys(document.webhooks).toSorted()).toEqual(
    schemas.map((file) => path.basename(file, '.json')),
  )
  for (const [name, webhook] of Object.entries(document.webhooks))
    expect(JSON.stringify(webhook)).toContain(`"webhooks/schemas/${name}.json"`)
})

/** The validator resolves no files. */
async function withSchemas(): Promise<Record<string, unknown>> {
  let text = JSON.stringify(document)
  for (const name of Object.keys(document.webhooks)) {
    const schema = await readFile(path.join(docs, `webhooks/schemas/${name}.json`), 'utf8')
    text = text.replace(`{"$ref":"webhooks/schemas/${name}.json"}`, () => schema)
  }
  return JSON.parse(text) as Record<string, unknown>
}

import { readFile } from 'node:fs/promises'
import { buildASTSchema, parse } from 'graphql'
import type { GraphQLField } from 'graphql'
import { expect, test } from 'vitest'

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')

const SUBGRAPHS = ['production-lists', 'order-documents', 'webhooks']

async function mutationsOf(subgraph: string): Promise<GraphQLField<unknown, unknown>[]> {
  const document = parse(await read(`services/${subgraph}/schema.graphql`))
  const schema = buildASTSchema(document, { assumeValidSDL: true })
  return Object.values(schema.getMutationType()?.getFields() ?? {})
}

const mutations = (await Promise.all(SUBGRAPHS.map(mutationsOf))).flat()
const [, withKey = '', withoutKey = ''] = (await read('docs/idempotency.md')).split(
  /^## Mutations that .*$/m,
)

function namedIn(text: string): string[] {
  const names = new Set(mutations.map(({ name }) => name))
  const named = [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  return [...new Set(named.filter((name) => names.has(name)))].toSorted()
}

const takesKey = ({ description }: GraphQLField<unknown, unknown>): boolean =>
  /Idempotency-Key\s+header/.test(description?.replaceAll(/\s+/g, ' ') ?? '')

test('the page names the mutations that take a key, as the schema describes them', () => {
  const described = mutations.filter(takesKey).map(({ name }) => name)
  expect(namedIn(withKey)).toEqual(described.toSorted())
})

test('the page names all other mutations as those that need none', () => {
  const described = mutations.filter((mutation) => !takesKey(mutation)).map(({ name }) => name)
  expect(namedIn(withoutKey)).toEqual(described.toSorted())
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { AccessTable } from '@takeoff/kit/security/access-table'
import type { Need } from '@takeoff/kit/security/access'
import { DEFAULT_ROLES } from '@takeoff/kit/values/scopes'
import { Kind, parse, print } from 'graphql'
import type { FieldDefinitionNode } from 'graphql'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const table: AccessTable = accessTable
const document = readFileSync(path.join(root, 'docs/access.md'), 'utf8')

const isExternal = ({ directives = [] }: FieldDefinitionNode) =>
  directives.some(({ name }) => name.value === 'external')

/** The fields of every subgraph, by `Type.field`. */
const fields = new Map<string, FieldDefinitionNode[]>()
/** The fields that lead to an entity which another subgraph resolves, with the type of the entity. */
const references: [string, string][] = []
for (const service of ['production-lists', 'order-documents', 'webhooks']) {
  const file = path.join(root, 'services', service, 'schema.graphql')
  const types = parse(readFileSync(file, 'utf8')).definitions.filter(
    (definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION,
  )
  const elsewhere = new Set(
    types
      .filter(({ directives = [] }) =>
        directives.some((one) => print(one).includes('resolvable: false')),
      )
      .map(({ name }) => name.value),
  )
  for (const type of types) {
    for (const field of type.fields ?? []) {
      const name = `${type.name.value}.${field.name.value}`
      fields.set(name, [...(fields.get(name) ?? []), field])
      const entity = print(field.type).replaceAll(/\W/g, '')
      if (elsewhere.has(entity) && !isExternal(field)) references.push([name, entity])
    }
  }
}
const operationNames = [...fields.keys()].filter((name) => /^(Query|Mutation)\./.test(name))
const ownFieldsOf = (name: string) => fields.get(name)?.filter((field) => !isExternal(field)) ?? []
const descriptionOf = (name: string) =>
  ownFieldsOf(name)
    .map(({ description }) => description?.value ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')

function needWords(needs: readonly Need[]): string {
  const scopes = needs.map(({ scope }) => scope)
  if (scopes.length === 1) return `Needs the scope ${scopes[0]}`
  return `Needs the scopes ${scopes.slice(0, -1).join(', ')} and ${scopes.at(-1)}`
}

describe('the access table', () => {
  test('has a row for every operation, and no others', () => {
    expect(Object.keys(table.operations).toSorted()).toEqual(operationNames.toSorted())
  })

  test.each(Object.entries({ ...table.operations, ...table.fields }))(
    'is what the description of %s says',
    (name, needs) => {
      expect(ownFieldsOf(name)).not.toEqual([])
      expect(descriptionOf(name)).toContain(needWords(needs))
    },
  )

  test('is what the descriptions of fields say that lead to an entity of another subgraph', () => {
    expect(references).not.toEqual([])
    expect(Object.keys(table.entities)).toEqual(
      expect.arrayContaining(references.map(([, entity]) => entity)),
    )
    const silent = references.filter(
      ([name, entity]) => !descriptionOf(name).includes(needWords(table.entities[entity] ?? [])),
    )
    expect(silent).toEqual([])
  })

  test.each(Object.entries(table.sensitive))(
    'is what type and description of the sensitive field %s say',
    (name, { need }) => {
      expect(ownFieldsOf(name)).not.toEqual([])
      expect(descriptionOf(name)).toContain(`without the scope ${need.scope}.`)
      for (const { type } of ownFieldsOf(name)) expect(type.kind).not.toBe(Kind.NON_NULL_TYPE)
    },
  )

  test('knows a cost by its name wherever a type of the schema has it', () => {
    const named = [...fields.keys()].filter((name) =>
      /\.(unitCost|currentUnitCost|pretaxCost|totalCost|markup|profit\w*|\w*TotalCost|\w*SalesTax)$/.test(
        name,
      ),
    )
    // The prices of a file are those that the caller sends.
    const ofFile = 'StatedPrice.unitCost'
    expect(named.filter((name) => table.sensitive[name] === undefined)).toEqual([ofFile])
  })
})

const scopesOf = (needs: readonly Need[]) => needs.map(({ scope }) => `\`${scope}\``).join(', ')
const formerOf = (needs: readonly Need[]) =>
  [...new Set(needs.flatMap(({ scope, formerly }) => formerly.filter((f) => f !== scope)))]
    .map((scope) => `\`${scope}\``)
    .join(', ')

/** Rows of a table in Markdown, without the spaces that a formatter adds. */
const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *-/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

describe('docs/access.md', () => {
  const documented = rowsIn(document)
  const shortName = (name: string) => name.replace(/^(Query|Mutation)\./, '')

  test.each(Object.entries({ ...table.operations, ...table.fields, ...table.routes }))(
    'has the row of %s',
    (name, needs) => {
      const row = [`\`${shortName(name)}\``, scopesOf(needs), formerOf(needs)]
      expect(documented).toContainEqual(row)
    },
  )

  test.each(Object.entries(table.sensitive))('has the row of %s', (name, { need, only }) => {
    const values = only === undefined || only.values.length > 1 ? '' : only.values.join()
    const what = only === undefined ? 'always' : values === '' ? 'of a cost' : `\`${values}\``
    expect(documented).toContainEqual([`\`${name}\``, what, `\`${need.scope}\``, formerOf([need])])
  })

  test.each(Object.entries(DEFAULT_ROLES))('has the scopes of the role %s', (role, scopes) => {
    const words = role === 'owner' ? 'all' : scopes.map((scope) => `\`${scope}\``).join(', ')
    expect(documented).toContainEqual([`\`${role}\``, words])
  })
})

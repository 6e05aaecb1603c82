import { parse } from 'csv-parse/sync'
import { getNamedType, isObjectType } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import type { RawResponse } from '../client.ts'
import { table } from './refusal-targets.ts'
import type { Target } from './refusal-targets.ts'
import { schemaOf } from '../whole-operation.ts'

/** A value of a sensitive field, by `Type.field`. */
export type SensitiveValue = readonly [field: string, value: unknown]

/** The values of sensitive fields in a response to the target; those of an empty cell are null. */
export function sensitiveValues(target: Target, response: RawResponse): SensitiveValue[] {
  if (target.row.startsWith('GET '))
    return target.sensitive.length === 0 ? [] : inExport(target, response)
  const { data } = JSON.parse(response.text) as { data?: Record<string, unknown> | null }
  if (data === null || data === undefined) return []
  const schema = schemaOf(target.subgraph)
  const [rootName = ''] = target.row.split('.')
  const root = schema.getType(rootName)
  if (!isObjectType(root)) throw new Error(`the schema has no type ${rootName}`)
  // Representations are resolved as objects of the type itself.
  if ('_entities' in data) return inValue(data['_entities'], root)
  return inObject(data, root)
}

function inObject(data: object, type: GraphQLObjectType): SensitiveValue[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]): SensitiveValue[] => {
    const row = table.sensitive[`${type.name}.${key}`]
    const member = row?.only && (data as Record<string, unknown>)[row.only.member]
    const isSensitive = row !== undefined && (row.only?.values.includes(String(member)) ?? true)
    if (isSensitive) return [[`${type.name}.${key}`, value]]
    const field = type.getFields()[key]
    const inner = field && getNamedType(field.type)
    return isObjectType(inner) ? inValue(value, inner) : []
  })
}

function inValue(value: unknown, type: GraphQLObjectType): SensitiveValue[] {
  return [value]
    .flat()
    .filter((one): one is object => typeof one === 'object' && one !== null)
    .flatMap((one) => inObject(one, type))
}

/** What an export has in each line, and its members in the CSV. */
const EXPORTS: Readonly<Record<string, { type: string; members: string; memberType: string }>> = {
  'GET /exports/production-lists': {
    type: 'ProductionList',
    members: 'listItems.',
    memberType: 'ListItem',
  },
  'GET /exports/orders': {
    type: 'Order',
    members: 'orderListItems.',
    memberType: 'OrderListItem',
  },
}

/** An export in one of its formats; a row of the CSV has the fields of a line of NDJSON, and one of its members. */
function inExport(
  { row: target }: Target,
  { status, headers, text }: RawResponse,
): SensitiveValue[] {
  if (status !== 200) return []
  const shown = EXPORTS[target]
  if (shown === undefined) throw new Error(`the type of ${target} is not known`)
  if (headers.get('content-type')?.includes('csv') !== true) {
    const lines = text.split('\n').filter((line) => line !== '')
    const type = schemaOf().getType(shown.type)
    if (!isObjectType(type)) throw new Error(`the schema has no type ${shown.type}`)
    return lines.flatMap((line) => inObject(JSON.parse(line) as object, type))
  }
  const rows: Record<string, string>[] = parse(text, { columns: true })
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, cell]): SensitiveValue[] => {
      const field = name.includes('.')
        ? name.replace(shown.members, `${shown.memberType}.`)
        : `${shown.type}.${name}`
      return field in table.sensitive ? [[field, cell === '' ? null : cell]] : []
    }),
  )
}

import { buildSchema, getNullableType, isListType } from 'graphql'
import type { GraphQLOutputType } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'
import { recordLayout } from '../layout.ts'
import type { FetchedMember, FetchedObject } from '../layout.ts'
import { NONE } from '../tape.ts'

/** An object that a subgraph responds with. */
export function fetched(
  members: readonly FetchedMember[],
  more: Partial<FetchedObject> = {},
): FetchedObject {
  const none = { entities: [], reused: [], recordList: undefined }
  return { typename: 'Query', request: 0, members, ...none, ...more }
}

/** A member whose text the client gets, in a run of its own. */
export function leaf(
  name: string,
  type: GraphQLOutputType,
  rest: Partial<FetchedMember> = {},
): FetchedMember {
  return { name, value: { kind: 'leaf', type }, run: name, isNeeded: false, ...rest }
}

/** A member whose objects are spliced themselves. */
export function open(name: string, type: GraphQLOutputType, object: FetchedObject): FetchedMember {
  return { name, value: { kind: 'open', type, object }, run: undefined, isNeeded: false }
}

/** The types of the fields of Query in SDL. */
export function typesOf(sdl: string): (field: string) => GraphQLOutputType {
  const fields = buildSchema(sdl).getQueryType()?.getFields()
  return (field) => {
    const type = fields?.[field]?.type
    invariant(type !== undefined, `no field ${field}`)
    return type
  }
}

/** The texts of a record's runs and needed values, and the parts of the records below. */
export function partsOf(object: FetchedObject, record: number, recorded: Recorded): unknown {
  const { ints, text } = recorded
  const layout = recordLayout(object)
  const slice = (offset: number) => text.slice(ints[record + offset], ints[record + offset + 1])
  const parts = object.members.flatMap(({ name, run, isNeeded, value }): [string, unknown][] => [
    ...(run === undefined ? [] : [[run, slice(layout.run(run))] as [string, unknown]]),
    ...(isNeeded ? [[`needed ${name}`, slice(layout.needed(name))] as [string, unknown]] : []),
    ...(value.kind === 'open'
      ? [
          [name, openedOf(value, ints[record + layout.opened(name)] ?? NONE, recorded)] as [
            string,
            unknown,
          ],
        ]
      : []),
  ])
  return Object.fromEntries(parts)
}

interface Recorded {
  readonly ints: Int32Array
  /** A character for each byte. */
  readonly text: string
}

function openedOf(
  { type, object }: { readonly type: GraphQLOutputType; readonly object: FetchedObject },
  offset: number,
  recorded: Recorded,
): unknown {
  if (offset === NONE) return null
  const nullable = getNullableType(type)
  if (!isListType(nullable)) return partsOf(object, offset, recorded)
  const { ints } = recorded
  return Array.from({ length: ints[offset] ?? 0 }, (_, index) =>
    openedOf({ type: nullable.ofType, object }, ints[offset + 1 + index] ?? NONE, recorded),
  )
}

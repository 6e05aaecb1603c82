import { invariant } from '@takeoff/kit/values/invariant'
import type { Fetch } from '../requests.ts'
import type { IsOfType } from '../types.ts'
import { recordLayout } from './layout.ts'
import type { Place } from './layout.ts'
import type { Need } from './needs.ts'
import { compileRepresentation } from './representation.ts'
import type { Representation } from './representation.ts'
import type { FetchSite } from './sites.ts'

/** The objects that a fetch of entities is sent for. */
export interface RepresentedObjects {
  /** Number of the list in which readers collect the records of the objects. */
  readonly recordList: number
  /** Offset of the entity in the records of the objects. */
  readonly slot: number
  /** The representation of the objects. */
  readonly representation: Representation
}

export interface RepresentedPlace {
  readonly place: Place
  readonly recordList: number
  /** The fields by which each fetch of entities represents the objects of the place. */
  readonly needs: ReadonlyMap<FetchSite, readonly Need[]>
  readonly isOfType: IsOfType
}

/** The objects of a place for each fetch that is sent for them. Equal representations are compiled once. */
export function representedObjects({
  place,
  recordList,
  needs,
  isOfType,
}: RepresentedPlace): [Fetch, RepresentedObjects][] {
  const [object] = place.nested
  invariant(object !== undefined, 'a response has the objects that are represented')
  const layout = recordLayout(object)
  const known = new Map<string, Representation>()
  return [...needs].map(([{ fetch }, its]) => {
    const implied = impliedNames(its, needs)
    const members = its.map(({ name, from, selections }) => ({
      name,
      source: from.ref,
      selections,
      isImplied: implied.has(name),
    }))
    const key = JSON.stringify(members)
    const representation = known.get(key) ?? compileRepresentation(place, members, isOfType)
    known.set(key, representation)
    return [fetch, { recordList, slot: layout.entity(fetch.number), representation }]
  })
}

/** Leaves that represent the object for the fetch of an entity that has other members: one entity, equal leaves. */
function impliedNames(
  its: readonly Need[],
  needs: ReadonlyMap<FetchSite, readonly Need[]>,
): Set<string> {
  const entities = new Set(its.map(({ from }) => from).filter(({ ref }) => ref.kind === 'entity'))
  const before = [...entities].flatMap(({ site }) => needs.get(site) ?? [])
  const implied = its.filter(({ name, from, selections }) =>
    before.some(
      (other) =>
        other.name === name &&
        other.from === from &&
        selections === undefined &&
        other.selections === undefined,
    ),
  )
  return new Set(implied.map(({ name }) => name))
}

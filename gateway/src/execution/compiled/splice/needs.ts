import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import type { GraphQLObjectType, SelectionSetNode } from 'graphql'
import { eachField, responseName, setsOf } from '../collect-fields.ts'
import type { SelectionContext } from '../collect-fields.ts'
import type { IsOfType } from '../types.ts'
import type { Source } from './fields.ts'
import { NotSplicedError } from './not-spliced-error.ts'
import type { FetchSite } from './sites.ts'

/** A field of an object that a fetch needs to represent it. */
export interface Need {
  readonly name: string
  /** The source that has it when the fetch is sent. */
  readonly from: Source
  /** The needed fields of its objects; undefined for a leaf. */
  readonly selections: readonly QueryPlanSelectionNode[] | undefined
}

export interface NeedsOptions {
  readonly type: GraphQLObjectType
  readonly site: FetchSite
  readonly sources: readonly Source[]
  readonly isOfType: IsOfType
  readonly subgraphs: Omit<SelectionContext, 'fragments'>
}

/**
 * The fields that represent an object of a type, without `__typename`, in the order of the plan.
 * @throws NotSplicedError when no single response that arrives before has all of them
 */
export function needsOf(options: NeedsOptions): Need[] {
  const { type, site, isOfType } = options
  const selections = fieldsFor(site.fetch.node.requires ?? [], type.name, isOfType)
  if (selections[0]?.name !== '__typename')
    throw new NotSplicedError('__typename is not the first field')
  const names = Map.groupBy(selections, nameOf)
  return [...names].flatMap(([name, fields]) =>
    name === '__typename' ? [] : [needOf(name, fields, options)],
  )
}

/** The fields that fetches need, by source. */
export function neededNames(
  needs: ReadonlyMap<FetchSite, readonly Need[]>,
): Map<Source, Set<string>> {
  const needed = new Map<Source, Set<string>>()
  for (const { name, from } of [...needs.values()].flat())
    needed.set(from, new Set([...(needed.get(from) ?? []), name]))
  return needed
}

type FieldSelection = Extract<QueryPlanSelectionNode, { kind: 'Field' }>

function fieldsFor(
  selections: readonly QueryPlanSelectionNode[],
  type: string,
  isOfType: IsOfType,
): FieldSelection[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection]
    return isOfType(type, selection.typeCondition ?? type)
      ? fieldsFor(selection.selections, type, isOfType)
      : []
  })
}

function nameOf({ alias, name }: FieldSelection): string {
  return alias ?? name
}

function needOf(
  name: string,
  selected: readonly FieldSelection[],
  { site, sources, subgraphs }: NeedsOptions,
): Need {
  const isLeaf = selected.every(({ selections }) => selections === undefined)
  const selections = selected.flatMap((field) => field.selections ?? [])
  const from = sources.find(
    (source) =>
      isReceivedBefore(source, site) &&
      source.fields.has(name) &&
      (isLeaf || covers(source, name, { selections, subgraphs })),
  )
  if (from === undefined) throw new NotSplicedError(`no response has the ${name} that is needed`)
  return { name, from, selections: isLeaf ? undefined : selections }
}

/** Whether the source's object belongs to the one that is represented, before the fetch is sent. */
function isReceivedBefore({ ref, site }: Source, fetch: FetchSite): boolean {
  const isOfObject = ref.kind === 'entity' || ref.index === 0
  return isOfObject && fetch.before.has(site.request)
}

function covers(
  { site, fields }: Source,
  name: string,
  needed: {
    readonly selections: readonly QueryPlanSelectionNode[]
    readonly subgraphs: Omit<SelectionContext, 'fragments'>
  },
): boolean {
  const sets = setsOf(fields.get(name) ?? [])
  return selects(sets, needed.selections, { ...needed.subgraphs, fragments: site.fragments })
}

/** Whether selections have all needed fields, in any fragment. */
function selects(
  sets: readonly SelectionSetNode[],
  needed: readonly QueryPlanSelectionNode[],
  selectionContext: SelectionContext,
): boolean {
  const below = new Map<string, SelectionSetNode[]>()
  eachField(selectionContext, sets, {
    type: true,
    within: () => true,
    onField: (_, field) => {
      const name = responseName(field)
      below.set(name, [...(below.get(name) ?? []), ...setsOf([field])])
    },
  })
  return needed.every((selection) => {
    if (selection.kind === 'InlineFragment')
      return selects(sets, selection.selections, selectionContext)
    const inner = below.get(nameOf(selection))
    if (inner === undefined) return false
    return (
      selection.selections === undefined || selects(inner, selection.selections, selectionContext)
    )
  })
}

import type {
  ListItemAdd,
  ListItemUpdate,
  ListUpdateMutationVariables,
} from '../../../generated/operations.ts'

/** The values of a line that a person changes. */
export const LINE_FIELDS = [
  'name',
  'listItemGroupName',
  'measurement',
  'wasteFactor',
  'quantity',
  'unitCost',
  'taxPercent',
  'color',
  'notes',
  'vendorId',
] as const

export type LineField = (typeof LINE_FIELDS)[number]

/** The values of the list itself. */
export type ListField = 'name' | 'totalDiscount'

export type Value = string | number | null

/** One value that was changed: what it was when the change began, and what it is to be. */
export interface Change {
  readonly from: Value
  readonly to: Value
  /** The quantity that the line would have without the change, where that is not `from`, because other lines were changed. */
  readonly untyped?: Value
}

export type LineChanges = Readonly<Partial<Record<LineField, Change>>>

/** A line that is to be added, under a key of its own until the list is saved. */
export interface AddedLine extends ListItemAdd {
  readonly key: string
}

/** Everything that was changed since the list was last saved. */
export interface ListDraft {
  /** The version of the list on which the changes are based. */
  readonly version: number
  readonly fields: Readonly<Partial<Record<ListField, Change>>>
  readonly lines: Readonly<Record<number, LineChanges>>
  readonly added: readonly AddedLine[]
  readonly removed: readonly number[]
  /** Ids of all lines in their new order; null while the order is that of the list. */
  readonly order: readonly number[] | null
}

export const emptyDraft = (version: number): ListDraft => ({
  version,
  fields: {},
  lines: {},
  added: [],
  removed: [],
  order: null,
})

/** How many values, lines and places are changed. */
export function countChanges({ fields, lines, added, removed, order }: ListDraft): number {
  const changed = Object.values(lines).flatMap((line) => Object.keys(line))
  return (
    Object.keys(fields).length + changed.length + added.length + removed.length + (order ? 1 : 0)
  )
}

/**
 * Leaves out changes that are back at the saved value. A quantity stays where the measurement, the waste or other lines
 * were changed: without it the server would compute another one.
 */
export function realChanges(
  changes: Readonly<Partial<Record<string, Change>>>,
): Readonly<Record<string, Change>> {
  const isChanged = (field: string): boolean => isReal(changes[field])
  const isComputed = isChanged('measurement') || isChanged('wasteFactor')
  const real = Object.entries(changes).flatMap(([field, change]) =>
    change && (isChanged(field) || (field === 'quantity' && isComputed))
      ? [[field, change] as const]
      : [],
  )
  return Object.fromEntries(real)
}

const isReal = (change: Change | undefined): boolean =>
  change !== undefined && (change.to !== change.from || change.to !== (change.untyped ?? change.to))

/** Sets a value of a line. */
export function withLineValue(
  draft: ListDraft,
  {
    id,
    field,
    from,
    to,
    untyped = from,
  }: { id: number; field: LineField; from: Value; to: Value; untyped?: Value },
): ListDraft {
  const known = draft.lines[id]
  // A measurement or waste of the line itself computes another quantity only while it is changed; other lines do so after that, too.
  const isOwn = known?.measurement !== undefined || known?.wasteFactor !== undefined
  const computed = isOwn ? (known[field]?.untyped ?? from) : untyped
  const change: Change = {
    from: known?.[field] ? known[field].from : from,
    to,
    ...(computed !== from && { untyped: computed }),
  }
  const line: LineChanges = realChanges({ ...known, [field]: change })
  const { [id]: _, ...others } = draft.lines
  return {
    ...draft,
    lines: Object.keys(line).length === 0 ? others : { ...others, [id]: line },
  }
}

/** Sets a value of the list. */
export function withListValue(
  draft: ListDraft,
  { field, from, to }: { field: ListField; from: Value; to: Value },
): ListDraft {
  const { [field]: known, ...rest } = draft.fields
  const change: Change = { from: known ? known.from : from, to }
  return { ...draft, fields: change.from === to ? rest : { ...rest, [field]: change } }
}

/** Marks a line for removal; its other changes are kept in case it is put back. */
export const withoutLine = (draft: ListDraft, id: number): ListDraft => ({
  ...draft,
  removed: [...draft.removed.filter((each) => each !== id), id],
})

export const withLineBack = (draft: ListDraft, id: number): ListDraft => ({
  ...draft,
  removed: draft.removed.filter((each) => each !== id),
})

export const withAdded = (draft: ListDraft, line: AddedLine): ListDraft => ({
  ...draft,
  added: [...draft.added, line],
})

export const withoutAdded = (draft: ListDraft, key: string): ListDraft => ({
  ...draft,
  added: draft.added.filter((line) => line.key !== key),
})

/**
 * Moves a line past the next one of its group. The table shows lines by group, so a move past a line of another group
 * could not be seen.
 * @param ids of all lines, in the order of the list as it was saved
 * @param groups of the lines, with the changes of the draft
 */
export function withMoved(
  draft: ListDraft,
  {
    id,
    by,
    ids,
    groups,
  }: {
    id: number
    by: -1 | 1
    ids: readonly number[]
    groups: ReadonlyMap<number, string>
  },
): ListDraft {
  const order = [...(draft.order ?? ids)]
  const members = order.filter((each) => groups.get(each) === groups.get(id))
  const other = members[members.indexOf(id) + by]
  if (!members.includes(id) || other === undefined) return draft
  const target = order.indexOf(other)
  order.splice(order.indexOf(id), 1)
  order.splice(target, 0, id)
  return { ...draft, order: order.every((each, place) => each === ids[place]) ? null : order }
}

/** The variables of the mutation that saves the draft. */
export function updateOf(id: number, draft: ListDraft): ListUpdateMutationVariables {
  const { version, fields, lines, added, removed, order } = draft
  const changed = Object.entries(lines).filter(([line]) => !removed.includes(Number(line)))
  return {
    id,
    version,
    ...(fields.name && { name: fields.name.to as string | null }),
    ...(fields.totalDiscount && { totalDiscount: fields.totalDiscount.to as number }),
    ...(changed.length > 0 && {
      listItems: changed.map(([line, changes]) => lineUpdate(Number(line), changes)),
    }),
    ...(added.length > 0 && { addListItems: added.map(({ key: _, ...line }) => line) }),
    ...(removed.length > 0 && { removeListItemIds: removed }),
    ...(order && { listItemOrder: order.filter((line) => !removed.includes(line)) }),
  }
}

function lineUpdate(id: number, changes: LineChanges): ListItemUpdate {
  const values = Object.entries(changes).map(([field, change]) => [field, change?.to])
  return { id, ...(Object.fromEntries(values) as Partial<ListItemUpdate>) }
}

/** Whether two drafts say the same. */
export const isSameDraft = (a: ListDraft, b: ListDraft): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** Whether a stored value is a draft; one of an older version of the console may not be. */
export function isListDraft(value: unknown): value is ListDraft {
  const draft = value as Partial<ListDraft> | null
  return (
    typeof draft?.version === 'number' &&
    typeof draft.fields === 'object' &&
    typeof draft.lines === 'object' &&
    Array.isArray(draft.added) &&
    Array.isArray(draft.removed) &&
    (draft.order === null || Array.isArray(draft.order))
  )
}

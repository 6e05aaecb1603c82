import type { FullListFragment, ListLineFragment } from '../../../generated/operations.ts'
import { valueInDraft } from './line-figures.ts'
import { LINE_FIELDS, realChanges, withLineBack, withoutAdded } from './list-draft.ts'
import type {
  AddedLine,
  Change,
  LineChanges,
  LineField,
  ListDraft,
  ListField,
  Value,
} from './list-draft.ts'
import type { StoredListDraft } from './stored-list-draft.ts'

/** A value that this draft and a newer version changed, each to another value, or a line that one removed and the other changed. */
export interface Conflict {
  /** Where: of a line, or undefined for the list itself. */
  readonly line: { readonly id: number; readonly name: string } | undefined
  /** `removed` and `added` for the line itself; it has no values. */
  readonly field: LineField | ListField | 'removed' | 'added'
  readonly before: Value
  readonly yours: Value
  readonly theirs: Value
  /** Of the line in the draft that is to be added. */
  readonly key?: string
}

export interface MergedDraft {
  /** The draft on the new version, with what does not conflict. */
  readonly draft: ListDraft
  readonly conflicts: readonly Conflict[]
  /** Names of changed lines that the newer version does not have. */
  readonly gone: readonly string[]
}

/**
 * Moves a draft to a newer version of its list. What only one of both changed stays changed; what both changed to
 * different values is a conflict, for which the draft keeps its own value until a person decides.
 * @param base the list on which the draft was based; undefined when it is not known any more, after a reload
 * @param theirs the list as it is now
 */
export function mergeDraft(
  draft: StoredListDraft,
  base: FullListFragment | undefined,
  theirs: FullListFragment,
): MergedDraft {
  const now = new Map(theirs.listItems.map((line) => [line.id, line]))
  const before = new Map(base?.listItems.map((line) => [line.id, line]))
  const contested = draft.removed.flatMap((id) => {
    const line = now.get(id)
    return line && !isSameLine(line, before.get(id)) ? [line] : []
  })
  const conflicts = [...contested.map(removalOf), ...draft.added.flatMap(additionOf(before, now))]
  const gone: string[] = []
  const rebase = (change: Change, current: Value, where: Pick<Conflict, 'line' | 'field'>) => {
    if (current !== change.from && current !== change.to)
      conflicts.push({ ...where, before: change.from, yours: change.to, theirs: current })
    return { ...change, from: current }
  }
  const lines: Record<number, Record<string, Change>> = {}
  for (const [key, changes] of Object.entries(draft.lines)) {
    const line = now.get(Number(key))
    if (!line) {
      gone.push(before.get(Number(key))?.name ?? draft.names?.[key] ?? key)
      continue
    }
    // Either the line goes, or it stays as the other person has it.
    if (contested.includes(line)) continue
    const kept = Object.entries(changes).flatMap(([name, change]) => {
      const field = name as LineField
      const where = { line: { id: line.id, name: line.name }, field }
      const rebased = change && rebase(change, valueInDraft(line, {}, field), where)
      return rebased ? [[field, rebased] as const] : []
    })
    const real = realChanges(Object.fromEntries(kept))
    if (Object.keys(real).length > 0) lines[line.id] = real
  }
  const fields = Object.entries(draft.fields).flatMap(([name, change]) => {
    const field = name as ListField
    const rebased = change && rebase(change, theirs[field], { line: undefined, field })
    return rebased ? [[field, rebased] as const] : []
  })
  return {
    draft: {
      version: theirs.version,
      fields: realChanges(Object.fromEntries(fields)),
      lines,
      added: draft.added,
      removed: draft.removed.filter((id) => now.has(id)),
      order:
        draft.order &&
        mergeOrder(
          draft.order,
          theirs.listItems.map(({ id }) => id),
        ),
    },
    conflicts,
    gone,
  }
}

const removalOf = ({ id, name }: ListLineFragment): Conflict => ({
  line: { id, name },
  field: 'removed',
  before: null,
  yours: null,
  theirs: null,
})

/**
 * A line that is to be added and that the newer version has already, as when another tab has saved the same draft.
 */
const additionOf =
  (before: ReadonlyMap<number, ListLineFragment>, now: ReadonlyMap<number, ListLineFragment>) =>
  (added: AddedLine): Conflict[] => {
    const there = [...now.values()].find(
      (line) => !before.has(line.id) && isSameAddition(added, line),
    )
    return there ? [{ ...removalOf(there), field: 'added', key: added.key }] : []
  }

const isSameAddition = (added: AddedLine, line: ListLineFragment): boolean =>
  added.name.trim() === line.name &&
  added.quantity === line.quantity &&
  added.unitCost === line.unitCost

const isSameLine = (line: ListLineFragment, before: ListLineFragment | undefined): boolean =>
  before !== undefined &&
  LINE_FIELDS.every((field) => valueInDraft(line, {}, field) === valueInDraft(before, {}, field))

/** What was saved of a list. */
export interface Saved {
  /** The draft that was saved. */
  readonly sent: ListDraft
  /** The list on which it was based. */
  readonly base: FullListFragment
  /** The list that came out. */
  readonly saved: FullListFragment
}

/** What differs between a draft and the one that was saved, on the version that came out: it was changed meanwhile. */
export function unsavedOf(draft: ListDraft, { sent, base, saved }: Saved): ListDraft {
  const now = new Map(saved.listItems.map((line) => [line.id, line]))
  const ids = saved.listItems.map(({ id }) => id)
  const sentKeys = new Set(sent.added.map(({ key }) => key))
  const lineIds = new Set([...Object.keys(draft.lines), ...Object.keys(sent.lines)].map(Number))
  const lines: Record<number, LineChanges> = {}
  for (const id of lineIds) {
    const line = now.get(id)
    if (!line) continue
    const changes = changedSince(draft.lines[id] ?? {}, sent.lines[id] ?? {}, (field) =>
      valueInDraft(line, {}, field as LineField),
    )
    if (Object.keys(changes).length > 0) lines[id] = changes
  }
  const order =
    String(draft.order) === String(sent.order)
      ? null
      : mergeOrder(draft.order ?? base.listItems.map(({ id }) => id), ids)
  return {
    version: saved.version,
    fields: changedSince(draft.fields, sent.fields, (field) => saved[field as ListField]),
    lines,
    added: draft.added.filter(({ key }) => !sentKeys.has(key)),
    removed: draft.removed.filter((id) => now.has(id)),
    order: String(order) === String(ids) ? null : order,
  }
}

type Changes = Readonly<Record<string, Change | undefined>>

/** The changes that were not sent. One that was sent and is taken back returns to the value before. */
function changedSince(
  changes: Changes,
  sent: Changes,
  current: (field: string) => Value,
): Readonly<Record<string, Change>> {
  const changed = Object.keys({ ...changes, ...sent }).flatMap((field) => {
    const wanted = changes[field] ? changes[field].to : sent[field]?.from
    if (wanted === undefined || wanted === sent[field]?.to) return []
    return [[field, { from: current(field), to: wanted }] as const]
  })
  return realChanges(Object.fromEntries(changed))
}

/** The wanted order, without lines that are gone; new lines stand where they stand in the list, from the end. */
export function mergeOrder(wanted: readonly number[], ids: readonly number[]): readonly number[] {
  const known = new Set(wanted)
  const there = new Set(ids)
  return [...wanted.filter((id) => there.has(id)), ...ids.filter((id) => !known.has(id))]
}

/** Takes the value of the other person for a conflict. */
export function takeTheirs(draft: ListDraft, { line, field, key }: Conflict): ListDraft {
  if (line && field === 'removed') return withLineBack(draft, line.id)
  if (key !== undefined) return withoutAdded(draft, key)
  if (!line) {
    const { [field as ListField]: _, ...fields } = draft.fields
    return { ...draft, fields }
  }
  const { [field as LineField]: _, ...rest } = draft.lines[line.id] ?? {}
  const { [line.id]: __, ...others } = draft.lines
  return { ...draft, lines: Object.keys(rest).length > 0 ? { ...others, [line.id]: rest } : others }
}

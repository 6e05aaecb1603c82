import { areOrdersInConflict, mergeOrders } from './merge-order.ts'
import type { Orders } from './merge-order.ts'
import type { LineDraft, TemplateDraft } from './template-draft.ts'

/** A value that both people changed, each to something else, or a line that one of them changed and the other removed. */
export interface TemplateConflict {
  /** Such as `head.name` and `line-7.coverage`. */
  readonly place: string
  /** The line; undefined for the template itself. */
  readonly line: string | undefined
  /** `removed` for the line itself: whether it is. */
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
}

export interface MergedTemplate {
  readonly draft: TemplateDraft
  readonly conflicts: readonly TemplateConflict[]
}

interface Versions<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/**
 * Puts together what two people made of the same template. Where both changed a value, mine counts, unless its place is
 * among those where theirs is preferred. Lines that they removed stay removed unless I changed them; kept, they are new.
 * The lines have the order of the person who moved some; see `hasTwoOrders`.
 */
export function mergeTemplates(
  { base, mine, theirs }: Versions<TemplateDraft>,
  preferTheirs: ReadonlySet<string> = new Set(),
): MergedTemplate {
  const conflicts: TemplateConflict[] = []
  const merge = <T extends object>(
    versions: Versions<T>,
    names: { readonly place: string; readonly line?: string },
  ): T => {
    const merged = Object.fromEntries(Object.entries(versions.mine)) as Record<string, unknown>
    for (const field of Object.keys(versions.mine)) {
      const [before, own, other] = [versions.base, versions.mine, versions.theirs].map(
        (version) => (version as Readonly<Record<string, unknown>>)[field],
      )
      if (isSame(own, other) || isSame(other, before)) continue
      const place = `${names.place}.${field}`
      if (!isSame(own, before))
        conflicts.push({ place, line: names.line, field, mine: own, theirs: other })
      if (isSame(own, before) || preferTheirs.has(place)) merged[field] = other
    }
    return merged as T
  }
  const { lines: baseLines, ...baseHead } = base
  const { lines: myLines, ...myHead } = mine
  const { lines: theirLines, ...theirHead } = theirs
  const head = merge({ base: baseHead, mine: myHead, theirs: theirHead }, { place: 'head' })
  const before = byKey(baseLines)
  const other = byKey(theirLines)
  const kept = myLines.flatMap((line): readonly LineDraft[] => {
    const known = before.get(line.key)
    if (!known) return [line]
    const changed = other.get(line.key)
    if (!changed) {
      if (isSame(line, known)) return []
      const place = `${line.key}.removed`
      conflicts.push({ place, line: line.name, field: 'removed', mine: false, theirs: true })
      return preferTheirs.has(place) ? [] : [line]
    }
    const versions = { base: known, mine: line, theirs: changed }
    return [merge(versions, { place: line.key, line: changed.name })]
  })
  const own = byKey(myLines)
  const added = theirLines.filter((line) => {
    const known = before.get(line.key)
    if (!known) return true
    if (own.has(line.key) || isSame(line, known)) return false
    const place = `${line.key}.removed`
    conflicts.push({ place, line: line.name, field: 'removed', mine: true, theirs: false })
    return preferTheirs.has(place)
  })
  const merged = byKey([...kept, ...added])
  const lines = mergeOrders(ordersOf({ base, mine, theirs })).flatMap(
    (key) => merged.get(key) ?? [],
  )
  return { draft: withSavedIds({ ...head, lines }, theirs), conflicts }
}

/** A line that the saved version does not have is new: the server knows no line with its former id. */
export function withSavedIds(draft: TemplateDraft, saved: TemplateDraft): TemplateDraft {
  const known = byKey(saved.lines)
  const lines = draft.lines.map((line) =>
    line.id === null || known.has(line.key) ? line : { ...line, id: null },
  )
  return { ...draft, lines }
}

/** Whether both people moved lines: `mergeTemplates` keeps my order then. */
export const hasTwoOrders = (versions: Versions<TemplateDraft>): boolean =>
  areOrdersInConflict(ordersOf(versions))

const ordersOf = ({ base, mine, theirs }: Versions<TemplateDraft>): Orders => ({
  base: keysOf(base),
  mine: keysOf(mine),
  theirs: keysOf(theirs),
})

const keysOf = ({ lines }: TemplateDraft): readonly string[] => lines.map(({ key }) => key)

interface Saved {
  readonly saved: TemplateDraft
  /** Whether it is the version that the save made, with its lines in the order of those that were sent. */
  readonly isNext: boolean
}

interface Unsaved {
  readonly draft: TemplateDraft
  /** What the draft changes: what was saved, or with conflicts what was sent. */
  readonly base: TemplateDraft
  /** Whether the person has to choose: another person has changed the same since, or moved lines as well. */
  readonly hasConflicts: boolean
}

/**
 * What is left of a draft after an earlier state of it was saved: it was changed meanwhile.
 * @param sent the state that was saved
 * @param saved what the response has; to a save that is repeated it is a later version where another person has made one
 * @param isNext whether it is the version after the one that was changed
 */
export function unsavedOf(
  draft: TemplateDraft,
  sent: TemplateDraft,
  { saved, isNext }: Saved,
): Unsaved {
  const savedAs = isNext
    ? new Map(sent.lines.map(({ key }, index) => [key, saved.lines[index]]))
    : newLinesByName(sent, saved)
  const named = ({ lines, ...head }: TemplateDraft): TemplateDraft => ({
    ...head,
    lines: lines.map((line) => {
      const { id, key } = savedAs.get(line.key) ?? line
      return { ...line, id, key }
    }),
  })
  const [base, mine] = [named(sent), named(draft)]
  const versions = { base, mine, theirs: saved }
  const { draft: merged, conflicts } = mergeTemplates(versions)
  return isNext || (conflicts.length === 0 && !hasTwoOrders(versions))
    ? { draft: merged, base: saved, hasConflicts: false }
    : { draft: mine, base, hasConflicts: true }
}

/** A later version does not name the new lines that were sent: each is found by its name if that is unique, else not. */
function newLinesByName(
  sent: TemplateDraft,
  saved: TemplateDraft,
): ReadonlyMap<string, LineDraft | undefined> {
  const known = byKey(sent.lines)
  const added = Map.groupBy(
    saved.lines.filter(({ key }) => !known.has(key)),
    ({ name }) => name,
  )
  const own = Map.groupBy(
    sent.lines.filter(({ id }) => id === null),
    ({ name }) => name.trim(),
  )
  return new Map(
    [...own].flatMap(([name, [line, ...others]]) => {
      const [found, ...more] = added.get(name) ?? []
      return line && others.length + more.length === 0 ? [[line.key, found] as const] : []
    }),
  )
}

const byKey = (lines: readonly LineDraft[]): ReadonlyMap<string, LineDraft> =>
  new Map(lines.map((line) => [line.key, line]))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

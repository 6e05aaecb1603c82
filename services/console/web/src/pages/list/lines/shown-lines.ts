import type { FullListFragment, ListLineFragment } from '../../../generated/operations.ts'
import { figureLines, priceLine } from '../draft/line-figures.ts'
import type { Explanation, LineFiguresInList } from '../draft/line-figures.ts'
import { countChanges } from '../draft/list-draft.ts'
import type { AddedLine, LineChanges, ListDraft } from '../draft/list-draft.ts'
import { mergeOrder } from '../draft/merge-drafts.ts'

/** A line as the page shows it: as it was saved, its changes, and its figures with them. */
export interface ShownLine {
  readonly id: number
  readonly key: string
  readonly type: string
  readonly group: string
  readonly saved: ListLineFragment
  readonly changes: LineChanges
  readonly figures: LineFiguresInList
  readonly explanation: Explanation | undefined
  /** What was set by hand; after a save what was before, until the new explanations are loaded. */
  readonly manualFields: readonly string[]
  readonly priceWarning: PriceDifference | undefined
  readonly isRemoved: boolean
  /** Of a line that is not saved yet. */
  readonly added: AddedLine | undefined
}

/** How the price book of the vendor differs, for those who see costs. */
interface PriceDifference {
  readonly code: string
  readonly reason: string
}

/** The explanations of one version of the list, by line. */
export interface Explanations {
  readonly version: number | undefined
  readonly byId: ReadonlyMap<number, Explanation>
}

const NO_CHANGES: LineChanges = {}
const NO_FIELDS: readonly string[] = []

/**
 * Whether a line is shown as it was; its figures and its group follow from what is compared. Its quantity does not where it
 * shares packages with a line that was changed.
 */
export const isShownSame = (a: ShownLine, b: ShownLine): boolean =>
  a.id === b.id &&
  a.added === b.added &&
  // What an added line will be is made anew each time.
  (a.added !== undefined || a.saved === b.saved) &&
  a.changes === b.changes &&
  a.explanation === b.explanation &&
  a.manualFields === b.manualFields &&
  a.figures.quantity === b.figures.quantity &&
  a.figures.untypedQuantity === b.figures.untypedQuantity &&
  a.priceWarning?.code === b.priceWarning?.code &&
  a.priceWarning?.reason === b.priceWarning?.reason &&
  a.isRemoved === b.isRemoved

/** The lines in the order of the draft; a removed one stays in its place until the list is saved. */
export function linesOf(
  list: FullListFragment,
  draft: ListDraft,
  { version, byId: explanations }: Explanations,
): readonly ShownLine[] {
  const warnings = new Map(
    list.priceWarnings.flatMap(({ listItemId, code, reason }) =>
      reason === null ? [] : [[listItemId, { code, reason }] as const],
    ),
  )
  const removed = new Set(draft.removed)
  const byId = new Map(list.listItems.map((line) => [line.id, line]))
  const savedIds = list.listItems.map(({ id }) => id)
  // Another person may have added lines since the draft was begun.
  const ids = draft.order === null ? savedIds : mergeOrder(draft.order, savedIds)
  const saved = ids.flatMap((id): Omit<ShownLine, 'figures'>[] => {
    const line = byId.get(id)
    if (!line) return []
    const changes = draft.lines[id] ?? NO_CHANGES
    return [
      {
        id,
        key: String(id),
        type: line.type,
        group: String(changes.listItemGroupName?.to ?? line.listItemGroupName),
        saved: line,
        changes,
        // The figures of one version are not explained by another one.
        explanation: version === list.version ? explanations.get(id) : undefined,
        manualFields: explanations.get(id)?.manualFields ?? NO_FIELDS,
        priceWarning: warnings.get(id),
        isRemoved: removed.has(id),
        added: undefined,
      },
    ]
  })
  // The server computes a list anew when it is changed, and not before: an earlier release may have saved other figures.
  const figures = countChanges(draft) > 0 ? figureLines(saved) : []
  const shown = saved.map((line, index) => ({ ...line, figures: figures[index] ?? line.saved }))
  return [...shown, ...draft.added.map(addedLine)]
}

function addedLine(added: AddedLine, index: number): ShownLine {
  const line = lineOf(added, -1 - index)
  return {
    id: line.id,
    key: added.key,
    type: line.type,
    group: line.listItemGroupName,
    saved: line,
    changes: NO_CHANGES,
    figures: line,
    explanation: undefined,
    manualFields: NO_FIELDS,
    priceWarning: undefined,
    isRemoved: false,
    added,
  }
}

/** What the server will make of an added line, as far as it is known here. */
function lineOf(added: AddedLine, id: number): ListLineFragment {
  const quantity = added.quantity ?? Math.ceil((added.measurement ?? 0) / (added.coverage ?? 1))
  const { unitCost } = added
  const [taxPercent, markup] = [added.taxPercent ?? 0, added.markup ?? 0]
  return {
    id,
    name: added.name,
    ...priceLine({ quantity, unitCost, taxPercent, markup }),
    quantityUnits: added.quantityUnits,
    measurement: added.measurement ?? 0,
    measurementUnits: added.measurementUnits ?? null,
    listItemGroupName: added.listItemGroupName ?? 'Other',
    color: added.color ?? null,
    notes: added.notes ?? '',
    taxPercent,
    markup,
    unitCost,
    wasteFactor: added.wasteFactor ?? 0,
    type: added.type ?? 'MATERIAL',
    SKU: null,
    vendor: typeof added.vendorId === 'number' ? { id: added.vendorId } : null,
  }
}

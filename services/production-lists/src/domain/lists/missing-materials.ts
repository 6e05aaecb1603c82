import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { describeMeasure, measure, unitsOfMeasure } from '../templates/measure-expression.ts'
import type { MeasurementUnits } from '../templates/measure-expression.ts'
import type { MeasureName } from '../templates/measure.ts'
import type { ItemState } from './list-state.ts'
import { materialChecks } from './material-checks.ts'
import type { MaterialCheck } from './material-checks.ts'

/** What must be known of an item. */
export type ListedItem = Pick<
  ItemState,
  | 'name'
  | 'listItemGroupName'
  | 'type'
  | 'tradeType'
  | 'measure'
  | 'calculatedQuantity'
  | 'quantity'
  | 'carriedIn'
>

/** A material that a list lacks although the property has what it is for. */
export interface MissingMaterial {
  /** A stable word. */
  readonly kind: string
  readonly name: string
  /** The measures that it is for, such as `eaves + rakes`. */
  readonly measure: string
  readonly measured: number
  readonly measurementUnits: MeasurementUnits
  readonly code: 'NO_ITEM' | 'NO_QUANTITY'
  /** Its quantity is 0. */
  readonly listItemName: string | null
  /** One sentence. */
  readonly reason: string
}

/**
 * The materials that a list lacks, by the measurements it was computed from. A trade is checked only if the list has
 * its covering, such as shingles; an item of quantity 0 counts as lacking, unless leftovers of the same product cover it.
 */
export function missingMaterials(
  items: readonly ListedItem[],
  measurements: Measurements,
): MissingMaterial[] {
  const materials = items.filter(({ type }) => type === 'MATERIAL').map(withWords)
  return materialChecks
    .filter((check) => materials.some((item) => isSupplied(item) && isCovering(item, check)))
    .flatMap((check) => {
      const found = materials.filter((item) => isOf(item, check))
      if (found.some(isSupplied)) return []
      const { measures, measured, where } = measuredFor(check, measurements)
      if (measured === 0) return []
      const [first] = measures
      const units = unitsOfMeasure(first)
      return [
        {
          kind: check.kind,
          name: check.name,
          measure: describeMeasure(termsOf(measures)),
          measured,
          measurementUnits: units,
          code: found.length === 0 ? 'NO_ITEM' : 'NO_QUANTITY',
          listItemName: found[0]?.name ?? null,
          reason: reasonOf(check, { measured, units, where, itemName: found[0]?.name }),
        },
      ]
    })
}

type Measured = Pick<MaterialCheck, 'measures' | 'where'> & { readonly measured: number }

function measuredFor({ measures, where }: MaterialCheck, measurements: Measurements): Measured {
  const measured = measure(termsOf(measures), measurements).toNumber()
  const isAtEdges = measures.includes('eaves') || measures.includes('rakes')
  if (measured > 0 || !isAtEdges || !hasEdgesTogether(measurements))
    return { measures, measured, where }
  const together = ['eaves_rakes'] as const
  const sum = measure(termsOf(together), measurements).toNumber()
  return { measures: together, measured: sum, where: 'eaves and rakes together' }
}

/** Some tools measure only the sum of eaves and rakes. */
function hasEdgesTogether({ roof }: Measurements): boolean {
  return [roof?.gutters_eaves, roof?.rakes].every((edges) => (edges?.length ?? null) === null)
}

const termsOf = (measures: readonly MeasureName[]) => measures.map((name) => ({ measure: name }))

interface WordedItem extends ListedItem {
  readonly nameWords: string
  readonly measures: ReadonlySet<MeasureName>
}

function withWords(item: ListedItem): WordedItem {
  return {
    ...item,
    nameWords: wordsOf(item.name),
    measures: new Set(item.measure.map((term) => term.measure)),
  }
}

/** In lower case, with a space in place of punctuation. */
function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\p{P}\p{S}]+/gu, ' ')
}

function isSupplied({ quantity, calculatedQuantity, carriedIn }: ListedItem): boolean {
  return quantity > 0 || (calculatedQuantity > 0 && carriedIn > 0)
}

function isCovering(item: WordedItem, { covering }: MaterialCheck): boolean {
  if (!isOfTrade(item, covering.tradeType)) return false
  const { words } = covering
  const isNamed = words.test(item.nameWords) || words.test(wordsOf(item.listItemGroupName))
  return isNamed || (covering.measures ?? []).some((name) => item.measures.has(name))
}

/** An item that no measure drives was added by hand, and may have the trade of another item. */
function isOf(item: WordedItem, { covering, words, not, at, only }: MaterialCheck): boolean {
  const isDriven = item.measures.size > 0
  if (isDriven && !isOfTrade(item, covering.tradeType)) return false
  if (only !== undefined && isDriven && isSame(item.measures, only)) return true
  if (!words.test(item.nameWords) || not?.test(item.nameWords) === true) return false
  return at === undefined || !isDriven || at.some((name) => item.measures.has(name))
}

function isOfTrade({ tradeType }: ListedItem, trade: string): boolean {
  return tradeType.toUpperCase() === trade
}

function isSame(measures: ReadonlySet<MeasureName>, names: readonly MeasureName[]): boolean {
  return measures.size === names.length && names.every((name) => measures.has(name))
}

interface Lack {
  readonly measured: number
  readonly units: MeasurementUnits
  readonly where: string
  /** An item of the kind whose quantity is 0. */
  readonly itemName: string | undefined
}

function reasonOf({ name }: MaterialCheck, { measured, units, where, itemName }: Lack): string {
  const amount = units === null ? '' : `${measured} ${unitWords[units]} of `
  const what = `The property has ${amount}${where}`
  return itemName === undefined
    ? `${what}, and the list has no ${name.toLowerCase()}.`
    : `${what}, and the quantity of "${itemName}" is 0.`
}

const unitWords = { squares: 'squares', linear_feet: 'ft' } as const

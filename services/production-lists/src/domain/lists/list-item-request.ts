import type { InputViolation } from '@takeoff/contracts/text-violation'
import { manualFields, nullOfManualField } from './list-state.ts'
import type { ItemState, ManualField } from './list-state.ts'
import {
  blankViolation,
  lineViolation,
  multilineViolation,
} from '@takeoff/contracts/text-violation'
import { numberViolation } from '../input-violation.ts'
import {
  COLOR_LENGTH_MAX,
  COVERAGE,
  MARKUP,
  MEASUREMENT,
  NAME_LENGTH_MAX,
  NOTES_LENGTH_MAX,
  QUANTITY,
  TAX_PERCENT,
  UNIT_COST,
  UNIT_LENGTH_MAX,
  WASTE_FACTOR,
} from '../limits.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import { MEASUREMENT_UNITS } from '../templates/measure-expression.ts'
import { normalizedUnit } from '../templates/packaging.ts'
import { itemTypes } from '../templates/template-line.ts'

/** Undefined leaves a value unchanged, null clears it or restores the computed value. */
export interface ListItemChangeRequest extends Partial<ItemInput> {
  readonly id: number
}

/** A new item without a template. */
export interface NewListItemRequest extends Partial<ItemInput> {
  readonly name: string
  readonly quantityUnits: string
  readonly unitCost: number
  readonly type?: Optional<string>
  readonly tradeType?: Optional<string>
  readonly productId?: Optional<number>
  readonly measurementUnits?: Optional<string>
  readonly coverage?: Optional<number>
  /** The item after which the new one is placed; the end of the list when left out. */
  readonly afterListItemId?: Optional<number>
}

type ItemInput = { readonly [Field in ManualField]: Optional<ItemState[Field]> }

/** Manual fields with values of this type. */
type FieldsOf<Value> = {
  readonly [Field in ManualField]: NonNullable<ItemState[Field]> extends Value ? Field : never
}[ManualField]

const numberLimits = {
  measurement: MEASUREMENT,
  quantity: QUANTITY,
  wasteFactor: WASTE_FACTOR,
  unitCost: UNIT_COST,
  taxPercent: TAX_PERCENT,
  markup: MARKUP,
} as const satisfies Record<Exclude<FieldsOf<number>, 'vendorId'>, unknown>

const lineLengthMaxima = {
  name: NAME_LENGTH_MAX,
  listItemGroupName: NAME_LENGTH_MAX,
  color: COLOR_LENGTH_MAX,
} as const satisfies Record<Exclude<FieldsOf<string>, 'notes'>, number>

/** The first violation of a change, by the path of its value. */
export function itemChangeViolation(
  path: string,
  item: ListItemChangeRequest,
): InputViolation | undefined {
  const missing = manualFields.find(
    (field) => item[field] === null && nullOfManualField[field] === 'refused',
  )
  if (missing !== undefined) return violation(`${path}.${missing}`, 'must not be null')
  return valuesViolation(path, item)
}

/** The first violation of an item to add, by the path of its value. */
export function addedItemViolation(
  path: string,
  item: NewListItemRequest,
): InputViolation | undefined {
  const { type, quantity, measurement, coverage, measurementUnits } = item
  if (typeof type === 'string' && !itemTypes.some((known) => known === type)) {
    return violation(`${path}.type`, `must be one of ${itemTypes.join(', ')}`)
  }
  if (typeof quantity !== 'number' && typeof measurement !== 'number') {
    return violation(`${path}.quantity`, 'or measurement must be given')
  }
  if (
    typeof measurementUnits === 'string' &&
    !MEASUREMENT_UNITS.some((known) => known === measurementUnits)
  ) {
    const known = MEASUREMENT_UNITS.join(', ')
    return violation(`${path}.measurementUnits`, `must be one of ${known}, or null`)
  }
  if (coverage === 0) return violation(`${path}.coverage`, 'must be above 0')
  return (
    numberViolation(`${path}.coverage`, coverage, COVERAGE) ??
    unitViolation(`${path}.quantityUnits`, item.quantityUnits) ??
    wordViolation(`${path}.tradeType`, item.tradeType, NAME_LENGTH_MAX) ??
    valuesViolation(path, item)
  )
}

function valuesViolation(path: string, item: Partial<ItemInput>): InputViolation | undefined {
  for (const [field, limits] of entriesOf(numberLimits)) {
    const found = numberViolation(`${path}.${field}`, item[field], limits)
    if (found !== undefined) return found
  }
  for (const [field, lengthMax] of entriesOf(lineLengthMaxima)) {
    const found = lineViolation(`${path}.${field}`, item[field], lengthMax)
    if (found !== undefined) return found
  }
  return (
    multilineViolation(`${path}.notes`, item.notes, NOTES_LENGTH_MAX) ??
    blankViolation(`${path}.name`, item.name) ??
    blankViolation(`${path}.listItemGroupName`, item.listItemGroupName)
  )
}

/** Some letters become longer in capitals. */
function unitViolation(path: string, value: Optional<string>): InputViolation | undefined {
  const unit = typeof value === 'string' ? normalizedUnit(value) : value
  return wordViolation(path, value, UNIT_LENGTH_MAX) ?? lineViolation(path, unit, UNIT_LENGTH_MAX)
}

function wordViolation(
  path: string,
  value: Optional<string>,
  lengthMax: number,
): InputViolation | undefined {
  return blankViolation(path, value) ?? lineViolation(path, value, lengthMax)
}

function violation(argument: string, reason: string): InputViolation {
  return { argument, message: `${argument} ${reason}.` }
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>) {
  return Object.entries(record) as [Key, Value][]
}

import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { DECIMALS_MAX, percentText, valueOfText } from '../../../ui/numbers.ts'
import { Options } from '../../../ui/options.tsx'
import type { FoundProduct } from '../../catalog/product-search.tsx'
import type { AddedLine } from '../draft/list-draft.ts'
import { valueInDraft } from '../draft/line-figures.ts'
import type { ShownLine } from './shown-lines.ts'
import styles from './typed-item.module.css'

/** How the texts of numbers are read. */
const NUMBERS = {
  quantity: { decimals: DECIMALS_MAX.quantity },
  unitCost: { decimals: DECIMALS_MAX.unitCost, sign: '$' },
  taxPercent: { decimals: DECIMALS_MAX.taxPercent, sign: '%', max: 100 },
  markup: { decimals: DECIMALS_MAX.markup, sign: '%', max: 1_000, scale: 100 },
} as const
const UNITS = ['BUNDLES', 'SQUARES', 'ROLLS', 'PIECES', 'BOXES', 'EACH', 'TUBES', 'LINEAR_FEET']

/** An item that is to be added, as it is typed. */
export interface TypedItem {
  readonly name: string
  readonly type: string
  readonly group: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  /** In per cent. */
  readonly taxPercent: string
  readonly markup: string
  readonly product: FoundProduct | undefined
}

export function emptyItem(lines: readonly ShownLine[]): TypedItem {
  const group = lines[0]?.group ?? ''
  return {
    name: '',
    type: 'MATERIAL',
    group,
    quantity: '1',
    unit: 'EACH',
    // To be typed: an item that costs nothing by default would lower the total unseen.
    unitCost: '',
    ...ratesOf(lines, group),
    product: undefined,
  }
}

/**
 * Tax and markup in per cent: those of the last line of a group, or of the list when the group is new. A markup that the
 * person may not see has to be typed.
 */
export function ratesOf(
  lines: readonly ShownLine[],
  group: string,
): Pick<TypedItem, 'taxPercent' | 'markup'> {
  const shown = lines.filter(({ isRemoved }) => !isRemoved)
  const line = shown.findLast((each) => each.group === group) ?? shown.at(-1)
  if (!line) return { taxPercent: '0', markup: '0' }
  const { saved, changes } = line
  return {
    taxPercent: String(valueInDraft(saved, changes, 'taxPercent') ?? 0),
    markup: saved.markup === null ? '' : percentText(saved.markup ?? 0),
  }
}

/** @returns undefined while something is missing or no number */
export function addedLineOf(typed: TypedItem): AddedLine | undefined {
  const { name, type, group, unit, product } = typed
  const quantity = valueOfText(typed.quantity, NUMBERS.quantity)
  const unitCost = valueOfText(typed.unitCost, NUMBERS.unitCost)
  const taxPercent = valueOfText(typed.taxPercent, NUMBERS.taxPercent)
  const markup = valueOfText(typed.markup, NUMBERS.markup)
  if (name.trim() === '' || quantity === undefined || unitCost === undefined) return undefined
  if (taxPercent === undefined || markup === undefined) return undefined
  return {
    key: `new:${crypto.randomUUID()}`,
    name: name.trim(),
    type,
    quantity,
    quantityUnits: unit,
    unitCost,
    taxPercent,
    markup,
    ...(group.trim() !== '' && { listItemGroupName: group.trim() }),
    ...(product !== undefined && { productId: product.id }),
  }
}

export function ItemFields({
  typed,
  isChecked,
  groups,
  onChange,
}: {
  readonly typed: TypedItem
  readonly isChecked: boolean
  readonly groups: readonly string[]
  readonly onChange: (values: Partial<TypedItem>) => void
}): ReactNode {
  const { list } = useMessages()
  const format = useFormat()
  const violations = useViolations(typed)
  const text = bindFields<Exclude<keyof TypedItem, 'product'>>(
    typed,
    onChange,
    isChecked ? violations : {},
  )
  return (
    <>
      <TextField label={list.columns.item} maxLength={200} {...text('name')} />
      <div className={styles['pair']}>
        <SelectField label={list.type} {...text('type')}>
          <Options names={list.types} />
        </SelectField>
        <TextField
          label={list.fields['listItemGroupName'] ?? ''}
          maxLength={200}
          list="known-groups"
          {...text('group')}
        />
        <datalist id="known-groups">
          {groups.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <TextField label={list.columns.quantity} inputMode="decimal" {...text('quantity')} />
        <SelectField label={list.columns.unit} {...text('unit')}>
          {[...new Set([typed.unit, ...UNITS])].map((each) => (
            <option key={each} value={each}>
              {format.unit(each)}
            </option>
          ))}
        </SelectField>
        <TextField label={list.columns.unitCost} inputMode="decimal" {...text('unitCost')} />
        <TextField
          label={`${list.fields['taxPercent'] ?? ''} (%)`}
          inputMode="decimal"
          {...text('taxPercent')}
        />
        <TextField
          label={`${list.fields['markup'] ?? ''} (%)`}
          inputMode="decimal"
          {...text('markup')}
        />
      </div>
    </>
  )
}

function useViolations(typed: TypedItem) {
  const { list } = useMessages()
  const violationOf = (field: keyof typeof NUMBERS, text: string): string | undefined =>
    valueOfText(typed[field], NUMBERS[field]) === undefined ? text : undefined
  return {
    name: typed.name.trim() === '' ? list.nameRequired : undefined,
    quantity: violationOf('quantity', list.invalidNumber),
    unitCost: violationOf('unitCost', list.invalidNumber),
    taxPercent: violationOf('taxPercent', list.numberUpTo(NUMBERS.taxPercent.max)),
    markup: violationOf('markup', list.numberUpTo(NUMBERS.markup.max)),
  }
}

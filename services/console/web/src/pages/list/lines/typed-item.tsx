import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { parseNumber } from '../../../ui/parse-number.ts'
import type { AddedLine } from '../draft/list-draft.ts'
import styles from './typed-item.module.css'

const UNITS = ['BUNDLES', 'SQUARES', 'ROLLS', 'PIECES', 'BOXES', 'EACH', 'TUBES', 'LINEAR_FEET']

/** An item that is to be added, as it is typed. */
export interface TypedItem {
  readonly name: string
  readonly type: string
  readonly group: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  readonly productId: number | undefined
}

/** @returns undefined while something is missing or no number */
export function addedLineOf(typed: TypedItem): AddedLine | undefined {
  const { name, type, group, unit, productId } = typed
  const quantity = parseNumber(typed.quantity)
  const unitCost = parseNumber(typed.unitCost, '$')
  if (name.trim() === '' || quantity === undefined || unitCost === undefined) return undefined
  return {
    key: `new:${crypto.randomUUID()}`,
    name: name.trim(),
    type,
    quantity,
    quantityUnits: unit,
    unitCost,
    ...(group.trim() !== '' && { listItemGroupName: group.trim() }),
    ...(productId !== undefined && { productId }),
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
  const numberFault = (field: 'quantity' | 'unitCost', sign?: '$') =>
    parseNumber(typed[field], sign) === undefined ? list.invalidNumber : undefined
  const faults = {
    name: typed.name.trim() === '' ? list.nameRequired : undefined,
    quantity: numberFault('quantity'),
    unitCost: numberFault('unitCost', '$'),
  }
  const text = bindFields<Exclude<keyof TypedItem, 'productId'>>(
    typed,
    onChange,
    isChecked ? faults : {},
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
      </div>
    </>
  )
}

import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { VendorOptions } from '../../../session/vendor-options.tsx'
import { DECIMALS_MAX } from '../../../ui/numbers.ts'
import { NumberCell, Text, TextCell } from './cell.tsx'
import type { CellProps, NumberCellProps } from './cell.tsx'
import { valueInDraft } from '../draft/line-figures.ts'
import type { LineRowProps } from './line-row.tsx'
import styles from './line-table.module.css'
import { placeOf } from './wrong-texts.ts'
import { withLineValue } from '../draft/list-draft.ts'
import type { LineField, Value } from '../draft/list-draft.ts'

interface LineCellsProps extends LineRowProps {
  readonly name: string
  readonly isEditable: boolean
}

/** The values of a line, each in a cell that edits it. */
export function LineCells(props: LineCellsProps): ReactNode {
  const { line, name, seesCosts } = props
  const { columns } = useMessages().list
  const format = useFormat()
  const { saved, changes, figures } = line
  const bind = useBinding(props)
  const numberOf = (field: LineField): number | null => {
    const value = valueInDraft(saved, changes, field)
    return typeof value === 'number' ? value : null
  }
  const number = (field: LineField, column: string, options: NumberOptions): ReactNode => (
    <td data-label={column} className="number">
      <NumberCell
        {...bind(field, column)}
        value={numberOf(field)}
        isByHand={line.manualFields.includes(field)}
        {...options}
      />
    </td>
  )
  const money = (amount: number | null, column: string): ReactNode => (
    <td data-label={column} className="number">
      {format.money(amount)}
    </td>
  )
  const color = String(valueInDraft(saved, changes, 'color') ?? '')
  return (
    <>
      <th
        scope="row"
        className={styles['item']}
        title={name}
        data-warned={line.priceWarning !== undefined || undefined}
      >
        <TextCell {...bind('name', columns.item)} value={name} isRequired wraps maxLength={200} />
        {line.priceWarning !== undefined && <PriceWarning {...line.priceWarning} />}
      </th>
      <td data-label={columns.color}>
        <TextCell {...bind('color', columns.color)} value={color} wraps maxLength={100} />
      </td>
      {number('measurement', columns.measured, {
        unit: format.unit(saved.measurementUnits, saved.measurement),
        isNullable: true,
      })}
      {number('wasteFactor', columns.waste, {
        unit: '%',
        sign: '%',
        scale: 100,
        decimals: DECIMALS_MAX.fraction,
        max: 100,
      })}
      {number('quantity', columns.quantity, {
        value: figures.quantity,
        unit: format.unit(saved.quantityUnits, figures.quantity),
        isNullable: true,
      })}
      {seesCosts &&
        number('unitCost', columns.unitCost, {
          sign: '$',
          decimals: DECIMALS_MAX.unitCost,
          decimalsMin: 2,
        })}
      {seesCosts && money(figures.totalCost, columns.cost)}
      {money(figures.totalPrice, columns.price)}
      <td data-label={columns.vendor}>
        <VendorCell {...props} />
      </td>
    </>
  )
}

type NumberOptions = Partial<Omit<NumberCellProps, keyof CellProps | 'value'>> & {
  readonly value?: number
}

/** What every cell of a line needs: its name, whether it is changed, and where a change goes. */
function useBinding({ line, name, isEditable, dispatch }: LineCellsProps) {
  const messages = useMessages()
  const { id, saved, changes, figures } = line
  const stepOf = (field: LineField, step: string): string => `${placeOf(id, field)}:${step}`
  return (field: LineField, column: string) => ({
    label: messages.list.cell(column, name),
    column: field,
    place: placeOf(id, field),
    isEditable,
    isChanged: changes[field] !== undefined,
    onChange: (to: Value, step: string) => {
      const from = valueInDraft(saved, {}, field)
      const untyped = field === 'quantity' ? (figures.untypedQuantity ?? figures.quantity) : from
      dispatch({
        kind: 'change',
        step: stepOf(field, step),
        change: (draft) => withLineValue(draft, { id, field, from, to, untyped }),
      })
    },
    onRevert: (step: string) => dispatch({ kind: 'revert', step: stepOf(field, step) }),
  })
}

function PriceWarning({
  code,
  reason,
}: NonNullable<LineCellsProps['line']['priceWarning']>): ReactNode {
  const text = useMessages().list.priceReason(code, reason)
  return (
    <span className={styles['warning']} title={text}>
      <span aria-hidden="true">$</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function VendorCell(props: LineCellsProps): ReactNode {
  const { vendors, name, canEdit, isEditable } = props
  const { saved, changes } = props.line
  const messages = useMessages()
  const { onChange, isChanged } = useBinding(props)('vendorId', messages.list.columns.vendor)
  const chosen = valueInDraft(saved, changes, 'vendorId')
  const known = vendors.find(({ id }) => id === chosen)
  if (!isEditable || vendors.length === 0) {
    const none = canEdit ? messages.list.noVendor : ''
    return <Text text={known?.vendorName ?? String(chosen ?? none)} isChanged={isChanged} />
  }
  return (
    <select
      className={styles['select']}
      aria-label={messages.list.cell(messages.list.columns.vendor, name)}
      data-changed={isChanged || undefined}
      title={known?.vendorName}
      value={chosen ?? ''}
      onChange={({ target, timeStamp }) =>
        onChange(target.value === '' ? null : Number(target.value), String(timeStamp))
      }
    >
      <option value="">{messages.list.noVendor}</option>
      <VendorOptions vendors={vendors} chosen={chosen === null ? null : Number(chosen)} />
    </select>
  )
}

import { useId } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import styles from './amount-table.module.css'
import type { Typed } from './change-input.ts'

interface AmountRow {
  readonly id: string
  readonly name: string
  readonly color: string | null
  /** What is ordered or left, in words. */
  readonly amount: string
}

interface AmountTableProps {
  readonly title: string
  readonly amountTitle: string
  readonly labelOf: (name: string) => string
  readonly rows: readonly AmountRow[]
  readonly typed: Typed
  readonly errorOf: (id: string) => string | undefined
  readonly onType: (id: string, text: string) => void
}

/** Items with one amount to type for each. */
export function AmountTable({ rows, ...props }: AmountTableProps): ReactNode {
  const messages = useMessages()
  const { title, amountTitle } = props
  if (rows.length === 0)
    return (
      <section>
        <h3>{title}</h3>
        <p>{messages.orders.change.noItems}</p>
      </section>
    )
  return (
    <table className={styles['amounts']}>
      <caption>{title}</caption>
      <TableHead
        columns={[
          messages.list.columns.item,
          { text: amountTitle, isNumber: true },
          { text: title, isNumber: true },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  row: { id, name, color, amount },
  labelOf,
  typed,
  errorOf,
  onType,
}: Omit<AmountTableProps, 'rows'> & { readonly row: AmountRow }): ReactNode {
  const errorId = useId()
  const error = errorOf(id)
  return (
    <tr>
      <td>
        {name} {color !== null && <small>{color}</small>}
      </td>
      <td className="number">{amount}</td>
      <td className="number">
        <input
          inputMode="decimal"
          maxLength={16}
          autoComplete="off"
          aria-label={labelOf(name)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          value={typed[id] ?? ''}
          onChange={({ target }) => onType(id, target.value)}
        />
        {error !== undefined && (
          <p id={errorId} className={styles['error']}>
            {error}
          </p>
        )}
      </td>
    </tr>
  )
}

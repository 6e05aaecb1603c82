import type { ReactNode } from 'react'

interface Column {
  readonly text: string
  readonly isNumber?: boolean
  /** Whether only screen readers have the text. */
  readonly isHidden?: boolean
  readonly className?: string | undefined
}

/** The heads of a table's columns: a text, or a text with its appearance; false is a column that the table does not have. */
export function TableHead({
  columns,
}: {
  readonly columns: readonly (string | Column | false)[]
}): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map(
          (column) =>
            column !== false &&
            (typeof column === 'string' ? (
              <ColumnHead key={column} text={column} />
            ) : (
              <ColumnHead key={column.text} {...column} />
            )),
        )}
      </tr>
    </thead>
  )
}

function ColumnHead({ text, isNumber, isHidden, className }: Column): ReactNode {
  return (
    <th
      scope="col"
      className={[isNumber && 'number', className].filter(Boolean).join(' ') || undefined}
    >
      {isHidden ? <span className="visually-hidden">{text}</span> : text}
    </th>
  )
}

import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { Dispatch, ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { useVendors } from '../../../session/use-vendors.ts'
import type { Vendor } from '../../../session/use-vendors.ts'
import { VendorsProblem } from '../../../session/vendors-problem.tsx'
import { LazyCode } from '../../../ui/lazy-code.ts'
import { useLazyPart } from '../../../ui/lazy.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import type { DraftAction } from '../draft/draft-history.ts'
import { withMoved } from '../draft/list-draft.ts'
import { GroupRow } from './group-row.tsx'
import { GrowingBody } from './growing-body.tsx'
import { LineRow } from './line-row.tsx'
import type { OpenedLine } from './line-row.tsx'
import styles from './line-table.module.css'
import { rowsOf } from './table-rows.ts'
import type { TableRow } from './table-rows.ts'
import type { ShownLine } from './shown-lines.ts'

interface LineTableProps {
  readonly lines: readonly ShownLine[]
  /** Ids of the saved lines, in their saved order. */
  readonly ids: readonly number[]
  readonly canEdit: boolean
  /** Lines that have just changed. */
  readonly fresh: ReadonlySet<number>
  readonly dispatch: Dispatch<DraftAction>
  readonly onOpen: (opened: OpenedLine) => void
}

const NO_VENDORS: readonly Vendor[] = []
/** Above this only the rows on the screen are rendered. */
const VIRTUAL_FROM = 500
/** What is shown of such a list while the code for it is loaded. */
const ROWS_BEFORE = 20

const VIRTUAL_BODY = new LazyCode(() => import('./virtual-body.tsx'))

/** The lines by group, each value in a labelled input. Enter goes to the cell below, Alt with an arrow key moves a line within its group. */
export function LineTable({
  lines,
  ids,
  canEdit,
  fresh,
  dispatch,
  onOpen,
}: LineTableProps): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const read = useVendors()
  const vendors = useDeferredValue(read.data ?? NO_VENDORS)
  const rows = useMemo(() => rowsOf(lines), [lines])
  const seesCosts = can('prices:read')
  // A row is rendered again only where its line is shown anew, so what it calls must stay the same.
  const idsNow = useRef(ids)
  idsNow.current = ids
  const linesNow = useRef(lines)
  linesNow.current = lines
  const move = useCallback(
    (id: number, by: -1 | 1) =>
      dispatch({
        kind: 'change',
        change: (draft) =>
          withMoved(draft, {
            id,
            by,
            ids: idsNow.current,
            groups: new Map(linesNow.current.map((line) => [line.id, line.group])),
          }),
      }),
    [dispatch],
  )
  const row = (each: TableRow, rowIndex?: number): ReactNode =>
    each.kind === 'group' ? (
      <GroupRow key={each.key} group={each} rowIndex={rowIndex} seesCosts={seesCosts} />
    ) : (
      <LineRow
        key={each.line.key}
        line={each.line}
        rowIndex={rowIndex}
        vendors={vendors}
        canEdit={canEdit}
        seesCosts={seesCosts}
        dispatch={dispatch}
        onMove={move}
        isFresh={fresh.has(each.line.id)}
        onOpen={onOpen}
      />
    )
  return (
    <>
      <VendorsProblem vendors={read} />
      <table className={styles['table']} aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">{messages.list.title}</caption>
        <LineHead seesCosts={seesCosts} />
        {rows.length > VIRTUAL_FROM ? (
          <LongBody rows={rows} row={row} />
        ) : (
          <GrowingBody rows={rows} row={row} />
        )}
      </table>
    </>
  )
}

function LongBody(props: Parameters<typeof GrowingBody>[0]): ReactNode {
  const { rows, row } = props
  const { Component, error } = useLazyPart(VIRTUAL_BODY)
  if (Component) return <Component {...props} />
  // Without that code the page is slower, and all rows are there.
  return <GrowingBody rows={error === undefined ? rows.slice(0, ROWS_BEFORE) : rows} row={row} />
}

function LineHead({ seesCosts }: { readonly seesCosts: boolean }): ReactNode {
  const messages = useMessages()
  const { columns } = messages.list
  const number = (text: string, width: string) => ({
    text,
    isNumber: true,
    className: styles[width],
  })
  return (
    <TableHead
      columns={[
        columns.item,
        { text: columns.color, className: styles['color'] },
        number(columns.measured, 'measured'),
        number(columns.waste, 'waste'),
        number(columns.quantity, 'quantity'),
        seesCosts && number(columns.unitCost, 'money'),
        seesCosts && number(columns.cost, 'money'),
        number(columns.price, 'money'),
        { text: columns.vendor, className: styles['vendor'] },
        { text: messages.list.more, isHidden: true, className: styles['menu'] },
      ]}
    />
  )
}

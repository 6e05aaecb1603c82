import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { LateControlsContext, useLateControls } from './late-controls.ts'
import styles from './line-table.module.css'
import type { TableRow } from './table-rows.ts'
import { useIsPrinting } from './use-is-printing.ts'
import { isPlaceOf, WrongTextsContext } from './wrong-texts.ts'

/** As in the styles. Rows are higher with a larger font, and on a narrow screen. */
const ROW_PX = 41
const OVERSCAN = 4
/** Rows of a table are counted from 1, which is the head. */
const ROW_OF_FIRST = 2

/** The rows on the screen, between two empty rows as high as all others; all rows while the page is printed. */
export default function VirtualBody({
  rows,
  row,
}: {
  readonly rows: readonly TableRow[]
  readonly row: (row: TableRow, rowIndex: number) => ReactNode
}): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null)
  const [{ top, rowPx }, setPlace] = useState({ top: 0, rowPx: ROW_PX })
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const shown = virtual.getVirtualItems()
  const isEmpty = shown.length === 0
  useLayoutEffect(() => {
    const measure = (): void => setPlace(placeOf(body.current))
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [isEmpty])
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx])
  const texts = useContext(WrongTextsContext)
  useEffect(
    () =>
      texts?.scrollBy((place) => {
        const index = rows.findIndex(
          (each) => each.kind === 'line' && isPlaceOf(place, each.line.id),
        )
        virtual.scrollToIndex(index, { align: 'center' })
      }),
    [texts, virtual, rows],
  )
  // Tab and Enter go from a cell to the next one, which must be there.
  const hasFocus = useCallback(() => body.current?.contains(document.activeElement) ?? false, [])
  const late = useLateControls(virtual.isScrolling, hasFocus)
  const first = shown[0]
  const last = shown.at(-1)
  const isPrinting = useIsPrinting()
  const above = isPrinting ? 0 : (first?.start ?? top) - top
  const below = isPrinting ? 0 : virtual.getTotalSize() - (last?.end ?? top) + top
  const here = isPrinting ? [...rows.keys()] : shown.map(({ index }) => index)
  return (
    <tbody ref={body} className={styles['virtual']}>
      <tr aria-hidden="true" style={{ height: above }} />
      <LateControlsContext value={late}>
        {here.map((index) => {
          const each = rows[index]
          return each && row(each, index + ROW_OF_FIRST)
        })}
      </LateControlsContext>
      <tr aria-hidden="true" style={{ height: below }} />
    </tbody>
  )
}

/** Where the rows begin in the page, and how high one is. */
function placeOf(body: HTMLTableSectionElement | null) {
  const line = body?.querySelector(`.${styles['line']}`)
  return {
    top: (body?.getBoundingClientRect().top ?? 0) + globalThis.scrollY,
    rowPx: line?.getBoundingClientRect().height ?? ROW_PX,
  }
}

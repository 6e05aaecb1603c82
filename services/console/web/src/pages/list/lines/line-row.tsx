import { memo } from 'react'
import type { Dispatch, KeyboardEvent, ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import type { DraftAction } from '../draft/draft-history.ts'
import { useHasControls } from './late-controls.ts'
import type { Vendor } from '../../../session/use-vendors.ts'
import { LineCells } from './line-cells.tsx'
import { valueInDraft } from '../draft/line-figures.ts'
import { withLineBack, withoutAdded, withoutLine } from '../draft/list-draft.ts'
import type { ListDraft } from '../draft/list-draft.ts'
import styles from './line-table.module.css'
import { isShownSame } from './shown-lines.ts'
import type { ShownLine } from './shown-lines.ts'

export interface LineRowProps {
  readonly line: ShownLine
  /** Its place in the table, where not all rows are in the page. */
  readonly rowIndex: number | undefined
  readonly vendors: readonly Vendor[]
  readonly canEdit: boolean
  readonly seesCosts: boolean
  readonly dispatch: Dispatch<DraftAction>
  readonly onMove: (id: number, by: -1 | 1) => void
  /** It has just changed, by a save here or by another person. */
  readonly isFresh: boolean
  readonly onOpen: (opened: OpenedLine) => void
}

/** What is opened beside a line. */
export interface OpenedLine {
  readonly id: number
  readonly what: 'explanation' | 'details'
}

/** A line of the table. Alt with an arrow key moves it. */
export const LineRow = memo(function LineRow(props: LineRowProps): ReactNode {
  const { line, rowIndex, canEdit, isFresh, onMove } = props
  const messages = useMessages()
  const { id, saved, changes, isRemoved, added } = line
  const name = String(valueInDraft(saved, changes, 'name'))
  const hasControls = useHasControls()
  const isEditable = canEdit && !isRemoved && !added && hasControls
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || !isEditable) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    // There the keys open and close its choices.
    if (event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    onMove(id, event.key === 'ArrowUp' ? -1 : 1)
  }
  const looks = [styles['line'], isRemoved && styles['removed'], added && styles['added']]
  return (
    <tr
      className={looks.filter(Boolean).join(' ')}
      aria-rowindex={rowIndex}
      data-fresh={isFresh || undefined}
      onKeyDown={onKeyDown}
    >
      <LineCells {...props} name={name} isEditable={isEditable} />
      <td className={styles['menu']}>
        {hasControls ? (
          <Menu
            button="⋯"
            label={messages.list.lineMenu(name)}
            items={menuItems(props, name, messages.list)}
          />
        ) : (
          <span className={styles['dots']} aria-hidden="true">
            ⋯
          </span>
        )}
      </td>
    </tr>
  )
}, isSameRow)

/** The line is another object after each change of the draft, also where it is shown as it was. */
function isSameRow(before: LineRowProps, after: LineRowProps): boolean {
  const names = Object.keys(after) as (keyof LineRowProps)[]
  return names.every((name) =>
    name === 'line' ? isShownSame(before.line, after.line) : before[name] === after[name],
  )
}

function menuItems(
  { line: { id, added, isRemoved }, canEdit, dispatch, onMove, onOpen }: LineRowProps,
  name: string,
  words: ReturnType<typeof useMessages>['list'],
): readonly MenuItem[] {
  const change = (apply: (draft: ListDraft) => ListDraft) => () =>
    dispatch({ kind: 'change', change: apply })
  const look = [
    { label: words.how, onSelect: () => onOpen({ id, what: 'explanation' }) },
    { label: words.details, onSelect: () => onOpen({ id, what: 'details' }) },
  ]
  if (added)
    return [
      { label: words.remove(name), onSelect: change((draft) => withoutAdded(draft, added.key)) },
    ]
  if (!canEdit) return look
  if (isRemoved)
    return [{ label: words.restore, onSelect: change((draft) => withLineBack(draft, id)) }]
  return [
    ...look,
    { label: words.moveUp(name), onSelect: () => onMove(id, -1) },
    { label: words.moveDown(name), onSelect: () => onMove(id, 1) },
    { label: words.remove(name), onSelect: change((draft) => withoutLine(draft, id)) },
  ]
}

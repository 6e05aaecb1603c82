import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { WrappingInput } from '../../ui/wrapping-input.tsx'
import { isUndoKey } from './undo-key.ts'
import styles from './line-table.module.css'

interface CellProps {
  readonly label: string
  /** Which column it is in, so that Enter finds the cell below. */
  readonly column: string
  readonly isEditable: boolean
  readonly isChanged: boolean
  /** @param step what is typed between one focus and the next is one step to undo */
  readonly onChange: (value: string | number | null, step: string) => void
  /** Takes back what was typed in a step. */
  readonly onRevert: (step: string) => void
}

/** A text in its row; it is changed as it is typed. Escape takes back what was typed since the focus came. */
export function TextCell({
  value,
  isRequired = false,
  wraps = false,
  maxLength,
  isEditable,
  ...cell
}: CellProps & {
  readonly value: string
  readonly isRequired?: boolean
  /** Whether a long text goes on in the next line, as far as its row may grow. */
  readonly wraps?: boolean
  readonly maxLength: number
}): ReactNode {
  const { typed: text = value, setTyped, step, bind } = useCell(cell)
  if (!isEditable) return <Text text={value} isChanged={cell.isChanged} />
  const change = (typed: string): void => {
    setTyped(typed)
    if (typed.trim() !== '' || !isRequired)
      cell.onChange(typed.trim() === '' && !isRequired ? null : typed, step())
  }
  const props = {
    className: styles['input'] ?? '',
    'aria-label': cell.label,
    'data-column': cell.column,
    'data-changed': cell.isChanged || undefined,
    'aria-invalid': (isRequired && text.trim() === '') || undefined,
    maxLength,
    autoComplete: 'off',
    value: text,
    ...bind,
  }
  return wraps ? (
    <WrappingInput {...props} onText={change} />
  ) : (
    <input {...props} onChange={({ target }) => change(target.value)} />
  )
}

interface NumberCellProps extends CellProps {
  readonly value: number | null
  readonly unit?: string
  /** The shown number is the value times this: 100 for per cent. */
  readonly scale?: number
  readonly decimals?: number
  readonly decimalsMin?: number
  /** An empty cell returns to the computed value. */
  readonly isNullable?: boolean
  readonly isByHand?: boolean
}

/** A number in its row. What is no number is marked, and changes nothing. */
export function NumberCell({
  value,
  unit,
  scale = 1,
  decimals = 5,
  decimalsMin = 0,
  isNullable = false,
  isByHand = false,
  isEditable,
  ...cell
}: NumberCellProps): ReactNode {
  const messages = useMessages()
  const shown = value === null ? '' : toText(value * scale, decimals, decimalsMin)
  const { typed, setTyped, step, bind } = useCell(cell)
  const isValid = (text: string): boolean =>
    text.trim() === '' ? isNullable : parseNumber(text) !== undefined
  const change = (text: string): void => {
    setTyped(text)
    if (!isValid(text)) return
    const number = parseNumber(text)
    cell.onChange(number === undefined ? null : Number((number / scale).toFixed(7)), step())
  }
  const suffix = unit !== undefined && unit !== '' && (
    <span className={styles['unit']} aria-hidden={isEditable || undefined}>
      {unit}
    </span>
  )
  if (!isEditable)
    return (
      <span className={styles['cell']} data-by-hand={isByHand || undefined}>
        <Text text={shown} isChanged={cell.isChanged} /> {suffix}
      </span>
    )
  const isWrong = typed !== undefined && !isValid(typed)
  return (
    <span className={styles['cell']} data-by-hand={isByHand || undefined}>
      <input
        className={styles['input']}
        aria-label={unit ? `${cell.label} (${unit})` : cell.label}
        aria-invalid={isWrong || undefined}
        title={isWrong ? messages.list.invalidNumber : isByHand ? messages.list.byHand : undefined}
        data-column={cell.column}
        data-changed={cell.isChanged || undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed ?? shown}
        onChange={({ target }) => change(target.value)}
        {...bind}
      />
      {suffix}
    </span>
  )
}

/** A value without its control, in the same place. */
export function Text({
  text,
  isChanged,
}: {
  readonly text: string
  readonly isChanged: boolean
}): ReactNode {
  return (
    <span className={styles['text']} data-changed={isChanged || undefined}>
      {text}
    </span>
  )
}

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * What text and number cells share: steps, the keys, and the text that was typed since the focus came. It is undefined
 * where the cell shows the value of the draft: before something is typed, and after that was taken back.
 */
function useCell({ column, onRevert }: Pick<CellProps, 'column' | 'onRevert'>) {
  const [typed, setTyped] = useState<string>()
  const focusedAt = useRef(0)
  const step = (): string => String(focusedAt.current)
  const bind = {
    onFocus: (event: { readonly target: Control; readonly timeStamp: number }) => {
      focusedAt.current = event.timeStamp
      event.target.select()
    },
    onBlur: () => setTyped(undefined),
    onKeyDown: (event: KeyboardEvent<Control>) => {
      if (isUndoKey(event)) setTyped(undefined)
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') {
        if (typed !== undefined) onRevert(step())
        setTyped(undefined)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        moveFocus(event.currentTarget, column, event.shiftKey ? -1 : 1)
      }
    },
  }
  return { typed, setTyped, step, bind }
}

/** Focuses the cell of the same column in the next or previous row. */
function moveFocus(control: Control, column: string, by: -1 | 1): void {
  const all = [
    ...(control.closest('table')?.querySelectorAll<Control>(`[data-column="${column}"]`) ?? []),
  ]
  all[all.indexOf(control) + by]?.focus()
}

/** Without separators, as it is typed. */
const toText = (value: number, decimals: number, decimalsMin: number): string => {
  const text = String(Number(value.toFixed(decimals)))
  const fraction = text.split('.')[1] ?? ''
  return fraction.length >= decimalsMin ? text : Number(text).toFixed(decimalsMin)
}

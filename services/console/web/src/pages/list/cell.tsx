import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { WrappingInput } from '../../ui/wrapping-input.tsx'
import styles from './line-table.module.css'

interface CellProps {
  readonly label: string
  /** Which column it is in, so that Enter finds the cell below. */
  readonly column: string
  readonly isEditable: boolean
  readonly isChanged: boolean
  /** @param step what is typed between one focus and the next is one step to undo */
  readonly onChange: (value: string | number | null, step: string) => void
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
  const { isFocused, bind, step, before } = useCell(value, cell.column)
  const [text, setText] = useState(value)
  if (!isEditable) return <Text text={value} isChanged={cell.isChanged} />
  const change = (typed: string): void => {
    setText(typed)
    if (typed.trim() !== '' || !isRequired)
      cell.onChange(typed.trim() === '' && !isRequired ? null : typed, step())
  }
  const props = {
    className: styles['input'] ?? '',
    'aria-label': cell.label,
    'data-column': cell.column,
    'data-changed': cell.isChanged || undefined,
    'aria-invalid': (isFocused && isRequired && text.trim() === '') || undefined,
    maxLength,
    autoComplete: 'off',
    value: isFocused ? text : value,
    ...bind(
      () => setText(value),
      () => change(before()),
    ),
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
  const { isFocused, bind, step, before } = useCell(shown, cell.column)
  const [text, setText] = useState(shown)
  const isValid = (typed: string): boolean =>
    typed.trim() === '' ? isNullable : parseNumber(typed) !== undefined
  const change = (typed: string): void => {
    setText(typed)
    if (!isValid(typed)) return
    const number = parseNumber(typed)
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
  const isWrong = isFocused && !isValid(text)
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
        value={isFocused ? text : shown}
        onChange={({ target }) => change(target.value)}
        {...bind(
          () => setText(shown),
          () => change(before()),
        )}
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

/** What text and number cells share: focus, steps, and the keys. */
function useCell(value: string, column: string) {
  const [isFocused, setIsFocused] = useState(false)
  const focusedAt = useRef(0)
  const valueBefore = useRef('')
  const bind = (onFocus: () => void, onEscape: () => void) => ({
    onFocus: (event: { readonly target: Control; readonly timeStamp: number }) => {
      focusedAt.current = event.timeStamp
      valueBefore.current = value
      setIsFocused(true)
      onFocus()
      event.target.select()
    },
    onBlur: () => setIsFocused(false),
    onKeyDown: (event: KeyboardEvent<Control>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Enter') {
        event.preventDefault()
        moveFocus(event.currentTarget, column, event.shiftKey ? -1 : 1)
      }
    },
  })
  return {
    isFocused,
    bind,
    step: () => String(focusedAt.current),
    before: () => valueBefore.current,
  }
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

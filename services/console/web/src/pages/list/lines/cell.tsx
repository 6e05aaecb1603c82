import { useId } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { DECIMALS_MAX, valueOfText } from '../../../ui/numbers.ts'
import { WrappingInput } from '../../../ui/wrapping-input.tsx'
import styles from './line-table.module.css'
import { useCell } from './use-cell.ts'
import type { Steps } from './use-cell.ts'

export interface CellProps extends Steps<string | number | null> {
  readonly label: string
  /** Which column it is in, so that Enter finds the cell below. */
  readonly column: string
  readonly place: string
  readonly isEditable: boolean
  readonly isChanged: boolean
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
  const { typed, isWrong, change, bind } = useCell({
    ...cell,
    parse: (text) => (text.trim() !== '' ? text : isRequired ? undefined : null),
  })
  if (!isEditable) return <Text text={value} isChanged={cell.isChanged} />
  const props = {
    className: styles['input'] ?? '',
    'aria-label': cell.label,
    'data-column': cell.column,
    'data-changed': cell.isChanged || undefined,
    'aria-invalid': isWrong || undefined,
    maxLength,
    autoComplete: 'off',
    value: typed ?? value,
    ...bind,
  }
  return wraps ? (
    <WrappingInput {...props} onText={change} />
  ) : (
    <input {...props} onChange={({ target }) => change(target.value)} />
  )
}

export interface NumberCellProps extends CellProps {
  readonly value: number | null
  readonly unit?: string
  /** What people may type beside the number. */
  readonly sign?: '$' | '%'
  /** The shown number is the value times this: 100 for per cent. */
  readonly scale?: number
  /** Of the value that is sent, and of the shown number. */
  readonly decimals?: number
  readonly decimalsMin?: number
  /** The largest number that may be typed. */
  readonly max?: number
  /** An empty cell returns to the computed value. */
  readonly isNullable?: boolean
  readonly isByHand?: boolean
}

/** A number in its row. */
export function NumberCell({
  value,
  unit,
  sign,
  scale = 1,
  decimals = DECIMALS_MAX.quantity,
  decimalsMin = 0,
  max = Infinity,
  isNullable = false,
  isByHand = false,
  isEditable,
  ...cell
}: NumberCellProps): ReactNode {
  const messages = useMessages()
  const shown = value === null ? '' : toText(value * scale, decimals, decimalsMin)
  const violationId = useId()
  const { typed, isWrong, isShownInvalid, change, bind, focusIfWanted } = useCell({
    ...cell,
    parse: (text) => {
      if (text.trim() === '') return isNullable ? null : undefined
      return valueOfText(text, { sign, scale, decimals, max })
    },
  })
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
  return (
    <span className={styles['cell']} data-by-hand={isByHand || undefined}>
      <input
        ref={focusIfWanted}
        className={styles['input']}
        aria-label={unit ? `${cell.label} (${unit})` : cell.label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isShownInvalid ? violationId : undefined}
        data-invalid={isShownInvalid || undefined}
        title={isByHand ? messages.list.byHand : undefined}
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
      {isShownInvalid && (
        <span id={violationId} className={styles['violation']}>
          {max === Infinity ? messages.list.invalidNumber : messages.list.numberUpTo(max)}
        </span>
      )}
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

/** Without separators, as it is typed. */
const toText = (value: number, decimals: number, decimalsMin: number): string => {
  const text = String(Number(value.toFixed(decimals)))
  const fraction = text.split('.')[1] ?? ''
  return fraction.length >= decimalsMin ? text : Number(text).toFixed(decimalsMin)
}

import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { WrappingInput } from '../../../ui/wrapping-input.tsx'
import styles from './line-table.module.css'

interface CellInputProps {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly error?: string | undefined
  readonly unit?: ReactNode
  /** Whether a long text goes on in the next line. */
  readonly wraps?: boolean
}

/** A labelled input in its row, with what is wrong below it. */
export function CellInput({
  label,
  error,
  unit,
  wraps = false,
  list,
  onText,
  ...rest
}: CellInputProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'inputMode' | 'list' | 'maxLength' | 'placeholder' | 'readOnly'
  >): ReactNode {
  const id = useId()
  const props = {
    ...rest,
    autoComplete: 'off',
    className: styles['input'] ?? '',
    'aria-label': label,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : id,
  }
  return (
    <>
      <span className={styles['cell']}>
        {wraps ? (
          <WrappingInput {...props} onText={onText} />
        ) : (
          <input {...props} list={list} onChange={({ target }) => onText(target.value)} />
        )}
        {unit}
      </span>
      {error !== undefined && (
        <small id={id} className={styles['violation']}>
          {error}
        </small>
      )}
    </>
  )
}

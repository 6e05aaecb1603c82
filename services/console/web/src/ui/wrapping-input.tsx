import type { ReactNode, TextareaHTMLAttributes } from 'react'
import styles from './wrapping-input.module.css'

/** An input for one line of text. A long text goes on in the next line, as far as its row may grow. */
export function WrappingInput({
  className = '',
  onText,
  onKeyDown,
  ...rest
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  readonly onText: (text: string) => void
}): ReactNode {
  return (
    <textarea
      rows={1}
      {...rest}
      className={`${className} ${styles['wrapping']}`}
      // A pasted text may have line breaks.
      onChange={({ target }) => onText(target.value.replaceAll(/[\r\n]+/g, ' '))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}

import { useId, useState } from 'react'
import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'
import { useMessages } from '../i18n/language.tsx'
import styles from './field.module.css'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with the value, and how to mend it. */
  readonly error?: string | undefined
}

interface Described {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly className: string | undefined
}

function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (described: Described) => ReactNode }): ReactNode {
  const id = useId()
  const hintId = `${id}-hint`
  const hasHint = hint !== undefined || error !== undefined
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hasHint ? hintId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
        className: styles['control'],
      })}
      {hasHint && (
        <p id={hintId} className={error === undefined ? styles['hint'] : styles['error']}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>): ReactNode {
  const messages = useMessages()
  // A day or a time of which a part is missing has no value, as if nothing was typed.
  const [isIncomplete, setIsIncomplete] = useState(false)
  const incomplete = isIncomplete ? messages.states.incomplete : undefined
  return (
    <Field label={label} hint={hint} error={error ?? incomplete}>
      {(described) => (
        <input
          autoComplete="off"
          onBlur={({ target }) => setIsIncomplete(target.validity.badInput)}
          {...rest}
          {...described}
        />
      )}
    </Field>
  )
}

/**
 * Gives the focus to the first day or time of a form that is typed in part; its field says what is missing.
 * @returns whether there is one
 */
export function focusIncomplete(form: HTMLElement | null): boolean {
  const incomplete = [...(form?.querySelectorAll('input') ?? [])].find(
    ({ validity }) => validity.badInput,
  )
  incomplete?.focus()
  return incomplete !== undefined
}

/** @param lengthMax maximum characters; a longer text stays, with an error: the end of one that is cut would be missed */
export function TextArea({
  label,
  hint,
  error,
  lengthMax = Infinity,
  ...rest
}: FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength'> & {
    readonly value: string
    readonly lengthMax?: number
  }): ReactNode {
  const messages = useMessages()
  const { length } = rest.value
  const tooLong = length > lengthMax ? messages.states.tooLong(lengthMax, length) : undefined
  return (
    <Field label={label} hint={hint} error={error ?? tooLong}>
      {(described) => <textarea rows={3} {...rest} {...described} />}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <select {...rest} {...described}>
          {children}
        </select>
      )}
    </Field>
  )
}

/**
 * Takes a file, whose name the form shows. The field itself has no file afterwards: the same one can be chosen again
 * after it was corrected, and a choice that is cancelled takes none away.
 */
export function FileField({
  label,
  hint,
  error,
  onFile,
  ...rest
}: FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
    readonly onFile: (file: File) => void
  }): ReactNode {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <input
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            target.value = ''
          }}
          {...rest}
          {...described}
          className={styles['file']}
        />
      )}
    </Field>
  )
}

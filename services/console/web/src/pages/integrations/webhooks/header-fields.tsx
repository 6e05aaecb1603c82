import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { WebhookHeaderInput } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField, invalidBy } from '../../../ui/check-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { WebhookForm } from './webhook-form.ts'
import styles from './webhooks.module.css'

const COUNT_MAX = 20

/** Headers that are added to every message. Stored values never come back: they are kept or replaced as a whole. */
export function HeaderFields({
  stored,
  headers,
  replaces,
  error,
  onChange,
}: {
  readonly stored: readonly string[]
  readonly headers: readonly WebhookHeaderInput[]
  readonly replaces: boolean
  readonly error: string | undefined
  readonly onChange: (values: Partial<WebhookForm>) => void
}): ReactNode {
  const words = useMessages().integrations.webhooks
  const errorId = useId()
  const add = useRef<HTMLDivElement>(null)
  const change = (index: number, values: Partial<WebhookHeaderInput>): void =>
    onChange({
      headers: headers.map((each, at) => (at === index ? { ...each, ...values } : each)),
    })
  const remove = (index: number): void => {
    onChange({ headers: headers.toSpliced(index, 1) })
    // The button that was pressed is gone; below another header there is still one in its place.
    if (index === headers.length - 1)
      requestAnimationFrame(() => add.current?.querySelector('button')?.focus())
  }
  return (
    <fieldset className={styles['group']}>
      <legend>{words.headers}</legend>
      <p className={styles['hint']}>{words.headersHint}</p>
      {stored.length > 0 && (
        <>
          <p>{words.headersKept(stored.join(', '))}</p>
          <CheckField
            label={words.headersReplace}
            checked={replaces}
            {...(!replaces && error !== undefined && invalidBy(errorId))}
            onChange={({ target }) => onChange({ replacesHeaders: target.checked, headers: [] })}
          />
        </>
      )}
      {replaces &&
        headers.map(({ name, value }, index) => (
          <HeaderRow
            // oxlint-disable-next-line react/no-array-index-key -- headers keep their places while they are typed
            key={index}
            name={name}
            value={value}
            number={index + 1}
            onChange={(values) => change(index, values)}
            error={error}
            onRemove={() => remove(index)}
          />
        ))}
      {!replaces && error !== undefined && (
        <p id={errorId} className={styles['violation']} role="alert">
          {error}
        </p>
      )}
      {replaces && headers.length < COUNT_MAX && (
        <div ref={add}>
          <Button
            kind="quiet"
            onClick={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
          >
            + {words.addHeader}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function HeaderRow({
  name,
  value,
  number,
  error,
  onChange,
  onRemove,
}: WebhookHeaderInput & {
  readonly number: number
  /** What is wrong with a header of which a part is missing. */
  readonly error: string | undefined
  readonly onChange: (values: Partial<WebhookHeaderInput>) => void
  readonly onRemove: () => void
}): ReactNode {
  const words = useMessages().integrations.webhooks
  return (
    <div className={styles['header']}>
      <TextField
        label={words.headerName}
        maxLength={100}
        spellCheck={false}
        error={name.trim() === '' ? error : undefined}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={words.headerValue}
        type="password"
        autoComplete="new-password"
        maxLength={1000}
        error={name.trim() !== '' && value === '' ? error : undefined}
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <Button
        kind="quiet"
        className={styles['remove']}
        aria-label={words.removeHeader(name || String(number))}
        onClick={onRemove}
      >
        ✕
      </Button>
    </div>
  )
}

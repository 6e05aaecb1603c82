import type { ReactNode } from 'react'
import type { WebhookHeaderInput } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
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
  const change = (index: number, values: Partial<WebhookHeaderInput>): void =>
    onChange({
      headers: headers.map((each, at) => (at === index ? { ...each, ...values } : each)),
    })
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
            onRemove={() => onChange({ headers: headers.toSpliced(index, 1) })}
          />
        ))}
      {error !== undefined && (
        <p className={styles['violation']} role="alert">
          {error}
        </p>
      )}
      {replaces && headers.length < COUNT_MAX && (
        <div>
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
  onChange,
  onRemove,
}: WebhookHeaderInput & {
  readonly number: number
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
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={words.headerValue}
        type="password"
        autoComplete="new-password"
        maxLength={1000}
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

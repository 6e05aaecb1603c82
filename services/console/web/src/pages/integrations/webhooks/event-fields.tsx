import { useId } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { WebhookEventsDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { CheckField, invalidBy } from '../../../ui/check-field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import styles from './webhooks.module.css'

/** Which events are sent: all, or those that are chosen. */
export function EventFields({
  chosen,
  error,
  onChange,
}: {
  /** Null means all. */
  readonly chosen: readonly string[] | null
  readonly error: string | undefined
  readonly onChange: (events: readonly string[] | null) => void
}): ReactNode {
  const { integrations } = useMessages()
  const words = integrations.webhooks
  const query = useDocument(WebhookEventsDocument, {})
  const errorId = useId()
  const toggle = (name: string): void => {
    const all = chosen ?? []
    onChange(all.includes(name) ? all.filter((each) => each !== name) : [...all, name])
  }
  return (
    <fieldset className={styles['group']}>
      <legend>{words.events}</legend>
      <CheckField
        type="radio"
        name="event-choice"
        label={words.allEvents}
        checked={chosen === null}
        onChange={() => onChange(null)}
      />
      <CheckField
        type="radio"
        name="event-choice"
        label={words.chosenEvents}
        checked={chosen !== null}
        onChange={() => onChange([])}
      />
      {chosen !== null && (
        <div className={styles['events']}>
          <Loaded query={query}>
            {({ webhookEvents }) =>
              webhookEvents.map(({ name }, index) => (
                <CheckField
                  key={name}
                  // The group has the error, and the first of its fields gets the focus.
                  {...(index === 0 && error !== undefined && invalidBy(errorId))}
                  label={integrations.eventNames[name] ?? name}
                  hint={name}
                  checked={chosen.includes(name)}
                  onChange={() => toggle(name)}
                />
              ))
            }
          </Loaded>
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles['violation']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

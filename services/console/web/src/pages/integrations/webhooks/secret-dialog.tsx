import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import styles from './webhooks.module.css'

const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: the received bytes, before they are parsed
new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

/** Shows a signing secret, once: it cannot be read again. It closes by its own button only, not by chance. */
export function SecretDialog({
  title,
  secret,
  onClose,
}: {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
}): ReactNode {
  const words = useMessages().integrations.webhooks
  const [state, setState] = useState<'copied' | 'failed'>()
  const [isLeaving, setIsLeaving] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog
      title={title}
      onClose={() => setIsLeaving(true)}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.stored}
        </Button>
      }
    >
      <p className="notice">{words.secretOnce}</p>
      <Problem text={isLeaving ? words.closeBy : undefined} />
      <div className={styles['secret']}>
        <input
          aria-label={words.secret}
          readOnly
          value={secret}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copy()}>{words.copy}</Button>
      </div>
      <p role="status" className={styles['hint']}>
        {state === 'copied' ? words.copied : state === 'failed' && words.copyFailed}
      </p>
      <h3>{words.howToVerify}</h3>
      <p>{words.howToVerifyAdvice}</p>
      <pre className={styles['code']} tabIndex={0}>
        <code>{EXAMPLE}</code>
      </pre>
      <a href="/docs/integrators/" target="_blank" rel="noreferrer">
        {words.moreLanguages}
      </a>
    </Dialog>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAskBeforeLeaving } from '../../../drafts/ask-before-leaving.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import styles from './webhooks.module.css'

const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: the received bytes, before they are parsed
new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

/**
 * Shows a signing secret, once: it cannot be read again. It closes by its own button only, not by chance, and asks before
 * its page is left or loaded again.
 */
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
  useAskBeforeLeaving(true, words.leaveSecret)
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
        // Without the keys of a primary button: pressed twice, they would create a webhook and close this.
        <Button kind="primary" aria-keyshortcuts={undefined} onClick={onClose}>
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

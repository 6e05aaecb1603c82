import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookResendDocument, WebhookVerifyDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusContentAfter } from '../../../ui/focus-content.ts'
import { Problem } from '../../../ui/problem.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Card } from '../../../ui/page.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import styles from './webhook.module.css'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

/** Takes the code that was posted to the address, or has a new one posted. */
export function VerifyCard({ webhook }: { readonly webhook: WebhookFieldsFragment }): ReactNode {
  const words = useMessages().integrations.webhook
  const announce = useAnnounce()
  const [code, setCode] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const verify = useChange(WebhookVerifyDocument, WEBHOOK_QUERIES)
  const resend = useChange(WebhookResendDocument, WEBHOOK_QUERIES)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsChecked(true)
    resend.reset()
    if (code.trim() === '') return
    const focus = focusContentAfter()
    const { data } = await verify.mutateAsync({ code: code.trim() })
    // A code says by itself which webhook it verifies.
    const { id, description, url } = data.webhookVerify
    if (id === webhook.id) {
      announce({ kind: 'done', text: words.verified })
      focus()
    } else {
      setCode('')
      setIsChecked(false)
      announce({ kind: 'warning', text: words.verifiedOther(description ?? url) })
    }
  }
  const send = async (): Promise<void> => {
    verify.reset()
    await resend.mutateAsync({ id: webhook.id })
    announce({ kind: 'done', text: words.resent })
  }
  return (
    <Card title={words.verifyTitle}>
      {/* The errors stand below the field. */}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <p>{words.verifyAdvice}</p>
        <div className={styles['verify']}>
          <TextField
            label={words.code}
            maxLength={200}
            spellCheck={false}
            autoComplete="one-time-code"
            error={isChecked && code.trim() === '' ? words.codeRequired : undefined}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button kind="primary" type="submit" isBusy={verify.isPending}>
            {words.verify}
          </Button>
          <Button isBusy={resend.isPending} onClick={() => void send().catch(() => undefined)}>
            {words.resend}
          </Button>
        </div>
        <Problem error={verify.error ?? resend.error} />
      </form>
    </Card>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookReplayDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { localTime, replayViolations, timeOf } from './times.ts'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MOST = 10_000

/** Sends the deliveries of a time again, and says how many. */
export function ReplayDialog({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookFieldsFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhook
  const { since, setSince, until, setUntil, isAll, setIsAll, violations, replay, submit } =
    useReplay(webhook.id, onClose)
  return (
    <FormDialog
      title={words.replayTitle}
      action={words.replay}
      isBusy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.replayAdvice}</p>
      <TextField
        label={words.replaySince}
        type="datetime-local"
        error={violations.since && words.replaySinceWrong}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
      <TextField
        label={words.replayUntil}
        type="datetime-local"
        error={violations.until && words.replayUntilWrong}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <CheckField
        label={words.replayAll}
        checked={isAll}
        onChange={({ target }) => setIsAll(target.checked)}
      />
    </FormDialog>
  )
}

function useReplay(id: number, onDone: () => void) {
  const words = useMessages().integrations.webhook
  const announce = useAnnounce()
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS))
  const [until, setUntil] = useState('')
  const [isAll, setIsAll] = useState(false)
  const [violations, setViolations] = useState<ReturnType<typeof replayViolations>>({})
  const replay = useChange(WebhookReplayDocument, WEBHOOK_QUERIES)
  const submit = async (): Promise<void> => {
    const found = replayViolations({ since, until }, Date.now())
    setViolations(found)
    const from = timeOf(since)
    if (Object.keys(found).length > 0 || from === undefined) return
    const to = timeOf(until)
    const { data } = await replay.mutateAsync({
      id: id,
      since: from,
      onlyFailed: !isAll,
      ...(to !== undefined && { until: to }),
    })
    const count = data.webhookReplay
    onDone()
    announce(
      count === MOST
        ? { kind: 'warning', text: words.replayedMost }
        : { kind: 'done', text: words.replayed(count) },
    )
  }
  return { since, setSince, until, setUntil, isAll, setIsAll, violations, replay, submit }
}

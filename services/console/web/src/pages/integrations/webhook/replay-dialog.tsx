import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookReplayDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Problem } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { localTime, replayFaults, timeOf } from './times.ts'
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
  const { since, setSince, until, setUntil, isAll, setIsAll, faults, replay, submit } = useReplay(
    webhook.id,
    onClose,
  )
  return (
    <Dialog title={words.replayTitle} onClose={onClose}>
      {/* The error stands below the fields. */}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <p>{words.replayAdvice}</p>
        <TextField
          label={words.replaySince}
          type="datetime-local"
          error={faults.since && words.replaySinceWrong}
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
        <TextField
          label={words.replayUntil}
          type="datetime-local"
          error={faults.until && words.replayUntilWrong}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        <CheckField
          label={words.replayAll}
          checked={isAll}
          onChange={({ target }) => setIsAll(target.checked)}
        />
        <Problem error={replay.error} />
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={replay.isPending}>
            {words.replay}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useReplay(id: number, onDone: () => void) {
  const words = useMessages().integrations.webhook
  const announce = useAnnounce()
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS))
  const [until, setUntil] = useState('')
  const [isAll, setIsAll] = useState(false)
  const [faults, setFaults] = useState<ReturnType<typeof replayFaults>>({})
  const replay = useChange(WebhookReplayDocument, WEBHOOK_QUERIES)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = replayFaults({ since, until }, Date.now())
    setFaults(found)
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
  return { since, setSince, until, setUntil, isAll, setIsAll, faults, replay, submit }
}

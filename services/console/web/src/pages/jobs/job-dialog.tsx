import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { changedFields } from '../../api/changed-fields.ts'
import { useChange } from '../../api/use-document.ts'
import { JobSaveDocument } from '../../generated/operations.ts'
import type { JobSaveMutation } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOrNull } from '../../ui/texts.ts'

interface KnownJob {
  readonly id: number
  readonly name: string | null
  readonly externalIdentifier: string | null
}

const sentJobs = new Map<string, string>()

/** Creates a job and opens it, or changes the given one. */
export function JobDialog({
  job,
  onClose,
}: {
  readonly job?: KnownJob
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const [before] = useState({
    name: job?.name ?? '',
    externalIdentifier: job?.externalIdentifier ?? null,
  })
  const [name, setName] = useState(before.name)
  const [number, setNumber] = useState(before.externalIdentifier ?? '')
  const [isChecked, setIsChecked] = useState(false)
  const save = useChange(JobSaveDocument, ['Jobs', 'Job'], job ? {} : { keys: sentJobs })
  const nameError = isChecked && name.trim() === '' ? messages.jobs.nameRequired : undefined
  // Not where the person has left the page meanwhile.
  const open = ({ data }: { readonly data: JobSaveMutation }): void => {
    onClose()
    const id = data.jobUpsert?.job?.id
    if (job || id === undefined) return
    void navigate({
      to: '/o/$orgId/jobs/$jobId',
      params: { orgId: String(orgId), jobId: String(id) },
    })
  }
  const submit = (): void => {
    setIsChecked(true)
    if (name.trim() === '') return
    const typed = { name: name.trim(), externalIdentifier: textOrNull(number) }
    const fields = changedFields(typed, before)
    save.mutate({ orgId, ...(job && { id: job.id }), ...fields }, { onSuccess: open })
  }
  return (
    <FormDialog
      title={job ? messages.job.edit : messages.jobs.new}
      action={job ? messages.actions.save : messages.actions.create}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={messages.jobs.name}
        hint={messages.jobs.nameHint}
        error={nameError}
        value={name}
        maxLength={250}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={messages.jobs.number}
        hint={messages.jobs.numberHint}
        value={number}
        maxLength={255}
        onChange={(event) => setNumber(event.target.value)}
      />
    </FormDialog>
  )
}

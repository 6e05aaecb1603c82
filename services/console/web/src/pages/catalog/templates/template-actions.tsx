import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import type { Done } from '../../../api/use-document.ts'
import {
  TemplateArchiveDocument,
  TemplateCopyDocument,
  TemplateRestoreDocument,
} from '../../../generated/operations.ts'
import type { TemplateCopyMutation, TemplateHeadFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useRowDialog } from '../../../ui/row-dialogs.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { useArchiving } from '../use-archiving.ts'

const REFRESHED = ['Templates', 'Template', 'TemplateChoices']
const ARCHIVING = {
  archive: TemplateArchiveDocument,
  restore: TemplateRestoreDocument,
  refreshed: REFRESHED,
}

/** Copies, archives and restores a template: as buttons on its page, as a menu in the list. */
export function TemplateActions({
  template,
  isOpen = false,
}: {
  readonly template: TemplateHeadFragment
  readonly isOpen?: boolean
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { can } = useOrganization()
  const open = useRowDialog()
  const { id, name, archivedAt } = template
  const setArchived = useArchiving({ id, name }, ARCHIVING, words)
  if (!can('templates:write')) return undefined
  const items = [
    {
      label: words.copy,
      onSelect: () => open((close) => <CopyDialog template={template} onClose={close} />),
    },
    archivedAt === null
      ? { label: messages.catalog.archive, onSelect: () => void setArchived(true) }
      : { label: messages.catalog.restore, onSelect: () => void setArchived(false) },
  ]
  if (!isOpen) return <Menu button="⋯" label={messages.catalog.menuOf(name)} items={items} />
  return items.map(({ label, onSelect }) => (
    <Button key={label} onClick={onSelect}>
      {label}
    </Button>
  ))
}

const sentCopies = new Map<string, string>()

function CopyDialog({
  template,
  onClose,
}: {
  readonly template: TemplateHeadFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const [name, setName] = useState(words.copyOf(template.name).slice(0, 200))
  const [isChecked, setIsChecked] = useState(false)
  const copy = useChange(TemplateCopyDocument, REFRESHED, { keys: sentCopies })
  const onSuccess = ({ data }: Done<TemplateCopyMutation>): void => {
    onClose()
    void navigate({
      to: '/o/$orgId/catalog/templates/$templateId',
      params: { orgId: String(orgId), templateId: String(data.templateCopy?.template?.id) },
    })
  }
  const submit = async (): Promise<void> => {
    setIsChecked(true)
    if (name.trim() === '') return
    // Is not called where the person has left the page meanwhile; the message is shown there, too.
    await copy.mutateAsync({ id: template.id, name: name.trim() }, { onSuccess })
    announce({ kind: 'done', text: words.copied })
  }
  return (
    <FormDialog
      title={words.copyTitle}
      action={words.copy}
      isBusy={copy.isPending}
      error={copy.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.copyName}
        maxLength={200}
        value={name}
        error={isChecked && name.trim() === '' ? messages.catalog.required : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { DocumentFieldsFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { DocumentFields } from './document-fields.tsx'
import type { DocumentTexts } from './document-fields.tsx'

/** How a document is to be rendered. */
export interface DocumentChoice {
  readonly inputHtml?: string
  readonly language?: string
  readonly paper?: string
  readonly csvPreset?: string
}

interface RenderDialogProps {
  /** The document whose options it begins with. */
  readonly like: DocumentFieldsFragment | undefined
  readonly error: unknown
  readonly isRendering: boolean
  readonly onRender: (document: DocumentChoice) => void
  readonly onClose: () => void
}

/** Chooses for whom, in what language and on what paper another document is made. */
export function RenderDialog(props: RenderDialogProps): ReactNode {
  const { like, error, isRendering, onRender, onClose } = props
  const messages = useMessages()
  const { can } = useOrganization()
  const [texts, setTexts] = useState<DocumentTexts>(() => ({
    mode: like?.mode ?? 'supplier',
    language: like?.language ?? '',
    paper: like?.paper ?? '',
    csvPreset: like?.csvPreset ?? '',
  }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onRender(choiceOf(texts))
  }
  return (
    <Dialog title={messages.orders.documents.another} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>{messages.orders.documents.anotherAdvice}</p>
        <DocumentFields
          texts={texts}
          hasPrices={can('prices:read')}
          onChange={(field, text) => setTexts((before) => ({ ...before, [field]: text }))}
        />
        {error !== null && (
          <p className="problem" role="alert">
            {errorText(error, messages)}
          </p>
        )}
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isRendering}>
            {messages.orders.documents.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function choiceOf({ mode, language, paper, csvPreset }: DocumentTexts): DocumentChoice {
  return {
    ...(mode && { inputHtml: mode }),
    ...(language && { language }),
    ...(paper && { paper }),
    ...(csvPreset && { csvPreset }),
  }
}

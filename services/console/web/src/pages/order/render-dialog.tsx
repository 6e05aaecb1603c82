import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentFieldsFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DocumentFields } from './document-fields.tsx'
import { textsLike } from './document-texts.ts'
import type { DocumentTexts } from './document-texts.ts'

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
  const hasPrices = can('prices:read')
  const [texts, setTexts] = useState(() => textsLike(like, hasPrices))
  const submit = (): void => {
    onRender(choiceOf(texts))
  }
  return (
    <FormDialog
      title={messages.orders.documents.another}
      action={messages.orders.documents.make}
      isBusy={isRendering}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{messages.orders.documents.anotherAdvice}</p>
      <DocumentFields
        texts={texts}
        hasPrices={hasPrices}
        onChange={(field, text) => setTexts((before) => ({ ...before, [field]: text }))}
      />
    </FormDialog>
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

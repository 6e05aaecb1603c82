import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../api/use-document.ts'
import { DocumentRenderDocument } from '../../generated/operations.ts'
import type { DocumentFieldsFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Empty } from '../../ui/states.tsx'
import { DocumentView } from './document-view.tsx'
import styles from './documents-card.module.css'
import type { FullOrder } from './order-figures.ts'
import { RenderDialog } from './render-dialog.tsx'
import type { DocumentChoice } from './render-dialog.tsx'

const TONES: Readonly<Record<string, Tone>> = { pending: 'warn', complete: 'good', failed: 'bad' }

/** The documents of an order: one is shown, the others can be chosen, and more can be made. */
export function DocumentsCard({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const [shownId, setShownId] = useState<string>()
  const [isChoosing, setIsChoosing] = useState(false)
  const render = useChange(DocumentRenderDocument, ['Order', 'Orders'])
  const words = messages.orders.documents
  const documents = order.orderDocuments.toReversed()
  const shown = documents.find(({ id }) => id === shownId) ?? documents[0]
  const canRender = can('orders:write')
  const make = async (document: DocumentChoice): Promise<void> => {
    const { data } = await render.mutateAsync({ orderId: order.id, document })
    setShownId(data.projectManagementOrderDocumentRender?.orderDocument?.id)
    setIsChoosing(false)
  }
  const again = ({ mode, language, paper, csvPreset }: DocumentFieldsFragment): void =>
    void make({ inputHtml: mode, language, paper, csvPreset }).catch(() => undefined)
  return (
    <Card
      title={words.title}
      isPadded={false}
      actions={canRender && <Button onClick={() => setIsChoosing(true)}>{words.another}</Button>}
    >
      {shown ? (
        <>
          <DocumentChoices documents={documents} shownId={shown.id} onShow={setShownId} />
          <div className={styles['document']}>
            {!isChoosing && <Problem error={render.error} />}
            <DocumentView
              key={shown.id}
              document={shown}
              isRendering={render.isPending}
              onAgain={canRender ? () => again(shown) : undefined}
            />
          </div>
        </>
      ) : (
        <Empty title={words.none}>
          {order.distributionOrder ? words.noneSubmitted : words.noneAdvice}
        </Empty>
      )}
      {isChoosing && (
        <RenderDialog
          like={documents[0]}
          error={render.error}
          isRendering={render.isPending}
          // The dialog shows the error.
          onRender={(document) => void make(document).catch(() => undefined)}
          onClose={() => {
            setIsChoosing(false)
            render.reset()
          }}
        />
      )}
    </Card>
  )
}

function DocumentChoices({
  documents,
  shownId,
  onShow,
}: {
  readonly documents: readonly DocumentFieldsFragment[]
  readonly shownId: string
  readonly onShow: (id: string) => void
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.documents
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">{words.shown}</legend>
      {documents.map(({ id, state, mode, language, paper, csvPreset, createdAt }) => {
        const options = [
          words.languages[language] ?? language,
          words.papers[paper] ?? paper,
          ...(csvPreset === 'default'
            ? []
            : [`${words.csv}: ${words.csvPresets[csvPreset] ?? csvPreset}`]),
        ]
        return (
          <label key={id} className={styles['choice']}>
            <input
              type="radio"
              name="shown-document"
              checked={id === shownId}
              onChange={() => onShow(id)}
            />
            <span>
              <strong>{words.modes[mode] ?? mode}</strong> · {options.join(' · ')}
              <small>{format.dateTime(createdAt)}</small>
            </span>
            <Badge tone={TONES[state] ?? 'neutral'}>{words.states[state] ?? state}</Badge>
          </label>
        )
      })}
    </fieldset>
  )
}

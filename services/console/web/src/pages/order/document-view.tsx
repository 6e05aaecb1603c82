import type { ReactNode } from 'react'
import type { DocumentFieldsFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import styles from './documents-card.module.css'
import { fileAddress } from './file-address.ts'

interface DocumentViewProps {
  readonly document: DocumentFieldsFragment
  readonly isRendering: boolean
  /** Renders the same again; undefined where the person may not. */
  readonly onAgain: (() => void) | undefined
}

/** The viewers of Chromium and Firefox: without pages at the side, as wide as the frame. */
const VIEWER = '#navpanes=0&pagemode=none&view=FitH'

/** A document: its PDF in the page where the browser can show one, and its files to download. */
export function DocumentView({ document, isRendering, onAgain }: DocumentViewProps): ReactNode {
  const messages = useMessages()
  const words = messages.orders.documents
  const { state, failure, pdf, csv } = document
  return (
    <>
      <p role="status" className={state === 'pending' ? 'notice' : 'visually-hidden'}>
        {state === 'pending' ? words.pending : (words.states[state] ?? state)}
      </p>
      {state === 'failed' && (
        <div className="problem">
          <p>
            {words.failed} {failure}
          </p>
          {onAgain && (
            <Button isBusy={isRendering} onClick={onAgain}>
              {words.again}
            </Button>
          )}
        </div>
      )}
      {state === 'complete' && !pdf && <p className="notice">{words.withPrices}</p>}
      {pdf && (
        <div className="row">
          <a {...buttonLook('primary')} href={fileAddress(pdf.redirectUrl)} download={pdf.filename}>
            {words.downloadPdf}
          </a>
          {csv && (
            <a
              {...buttonLook('secondary')}
              href={fileAddress(csv.redirectUrl)}
              download={csv.filename}
            >
              {words.downloadCsv}
            </a>
          )}
          <a
            {...buttonLook('quiet')}
            href={fileAddress(pdf.redirectUrl)}
            target="_blank"
            rel="noreferrer"
          >
            {words.openPdf}
          </a>
        </div>
      )}
      {pdf &&
        (navigator.pdfViewerEnabled ? (
          <iframe
            className={styles['viewer']}
            src={`${fileAddress(pdf.redirectUrl)}${VIEWER}`}
            title={words.viewer(pdf.filename)}
            loading="lazy"
          />
        ) : (
          <p>{words.noViewer}</p>
        ))}
    </>
  )
}

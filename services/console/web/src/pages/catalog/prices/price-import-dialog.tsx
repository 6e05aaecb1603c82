import { useState } from 'react'
import type { ReactNode } from 'react'
import { hasCode } from '../../../api/has-code.ts'
import { readFile } from '../../../api/unreadable-file.ts'
import { useChange } from '../../../api/use-document.ts'
import { PriceImportDocument, PriceImportPreviewDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useAnnounceDone } from '../../../ui/toasts.tsx'
import { fitsRequest } from './import-rows.ts'
import { ImportPreview } from './import-preview.tsx'
import styles from './prices.module.css'

/** Imports a file of prices: what it would do is shown before anything is written, and nothing else happens then. */
export function PriceImportDialog({
  vendor,
  onClose,
}: {
  readonly vendor: { readonly id: number; readonly vendorName: string }
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.prices
  const state = usePriceImport(vendor.id, onClose)
  const { result } = state
  const count = result ? result.added + result.changed : 0
  return (
    <Dialog
      title={words.importTitle(vendor.vendorName)}
      size="large"
      isBusy={state.isImporting}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={state.isImporting}>
            {messages.actions.cancel}
          </Button>
          {count > 0 && (
            <Button kind="primary" isBusy={state.isImporting} onClick={state.onImport}>
              {words.importCount(count)}
            </Button>
          )}
        </>
      }
    >
      <FileField
        label={words.file}
        hint={words.fileHint}
        accept=".csv,text/csv"
        // The dialog shows one import: another file would replace the one whose import is under way.
        disabled={state.isImporting}
        onFile={state.onFile}
      />
      {state.fileName !== undefined && (
        <p role="status" className={styles['hint']}>
          {words.fileChosen(state.fileName)}
        </p>
      )}
      <Problem text={state.isTooLarge ? words.tooLarge : undefined} />
      {state.hasChanged && (
        <p className="notice" role="alert">
          {words.bookChanged}
        </p>
      )}
      <Problem error={state.error} />
      {state.isReading && <Loading lines={3} />}
      {result && <ImportPreview key={result.digest} result={result} />}
    </Dialog>
  )
}

function usePriceImport(vendorId: number, onDone: () => void) {
  const words = useMessages().catalog.prices
  const announceDone = useAnnounceDone()
  const { orgId } = useOrganization()
  const [fileName, setFileName] = useState<string>()
  const [csv, setCsv] = useState<string>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [unreadable, setUnreadable] = useState<unknown>()
  const [hasChanged, setHasChanged] = useState(false)
  const preview = useChange(PriceImportPreviewDocument)
  const change = useChange(PriceImportDocument, [
    'PriceBook',
    'PriceHistory',
    'Products',
    'List',
    'SampleResult',
  ])
  const isConflict = hasCode(change.error, 'CONFLICT')
  const onFile = async (file: File): Promise<void> => {
    preview.reset()
    change.reset()
    setHasChanged(false)
    setFileName(file.name)
    setUnreadable(undefined)
    setIsTooLarge(false)
    setCsv(undefined)
    const text = await readFile(file.text()).catch(setUnreadable)
    if (text === undefined) return
    const fits = fitsRequest(text)
    setIsTooLarge(!fits)
    setCsv(fits ? text : undefined)
    if (fits) await preview.mutateAsync({ orgId, vendorId, csv: text })
  }
  const onImport = async (digest: string): Promise<void> => {
    if (csv === undefined) return
    try {
      const { data, warnings } = await change.mutateAsync({ orgId, vendorId, csv, digest })
      onDone()
      announceDone(words.done(data.priceBookImport.bookVersion), warnings)
    } catch (error) {
      if (!hasCode(error, 'CONFLICT')) return
      setHasChanged(true)
      await preview.mutateAsync({ orgId, vendorId, csv })
    }
  }
  const result = preview.data?.data.priceBookImportPreview
  // The dialog shows errors.
  return {
    result,
    fileName,
    isTooLarge,
    hasChanged,
    isReading: preview.isPending,
    isImporting: change.isPending,
    error: unreadable ?? preview.error ?? (isConflict ? undefined : change.error),
    onFile: (file: File) => void onFile(file).catch(() => undefined),
    onImport: () => {
      if (result) void onImport(result.digest).catch(() => undefined)
    },
  }
}

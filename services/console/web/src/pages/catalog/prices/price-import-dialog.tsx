import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasCode } from '../../../api/has-code.ts'
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
import { readPrices } from './import-rows.ts'
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

interface Chosen {
  readonly fileName: string
  readonly read: () => Promise<string | undefined>
}

function usePriceImport(vendorId: number, onDone: () => void) {
  const words = useMessages().catalog.prices
  const announceDone = useAnnounceDone()
  const { orgId } = useOrganization()
  const preview = useChange(PriceImportPreviewDocument)
  const change = useChange(PriceImportDocument, [
    'PriceBook',
    'PriceHistory',
    'Products',
    'List',
    'SampleResult',
  ])
  // It has the state of the last choice only: a file before it may take longer to read.
  const choice = useMutation({
    mutationFn: async ({ read }: Chosen) => {
      const csv = await read()
      if (csv === undefined) return undefined
      const { data } = await preview.mutateAsync({ orgId, vendorId, csv })
      return { csv, result: data.priceBookImportPreview }
    },
  })
  const { data: shown, variables: chosen } = choice
  const hasChanged = hasCode(change.error, 'CONFLICT')
  const importShown = async (): Promise<void> => {
    if (!shown || !chosen) return
    const { csv, result } = shown
    try {
      const { digest } = result
      const { data, warnings } = await change.mutateAsync({ orgId, vendorId, csv, digest })
      onDone()
      announceDone(words.done(data.priceBookImport.bookVersion), warnings)
    } catch (error) {
      if (hasCode(error, 'CONFLICT')) choice.mutate({ ...chosen, read: async () => csv })
    }
  }
  // The dialog shows errors.
  return {
    result: shown?.result,
    fileName: chosen?.fileName,
    isTooLarge: choice.isSuccess && !shown,
    hasChanged,
    isReading: choice.isPending,
    isImporting: change.isPending,
    error: choice.error ?? (hasChanged ? undefined : change.error),
    onFile: (file: File) => {
      change.reset()
      choice.mutate({ fileName: file.name, read: () => readPrices(file) })
    },
    onImport: () => void importShown(),
  }
}

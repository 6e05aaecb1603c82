import { TakeoffError } from '@takeoff/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uploadMeasurementFile } from '../../api/upload-measurement-file.ts'
import { useChange, useDocument } from '../../api/use-document.ts'
import {
  MeasurementFileImportDocument,
  MeasurementFilePreviewDocument,
} from '../../generated/operations.ts'
import type { MeasurementFilePreviewQuery } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loading } from '../../ui/states.tsx'
import { MEASUREMENT_FILE_BYTES_MAX, sizeProblem } from './file-size.ts'
import { ReadFigures } from './read-figures.tsx'

type Preview = NonNullable<MeasurementFilePreviewQuery['measurementFilePreview']>

const UPLOAD_RETRIES = 3
const UPLOAD_RETRY_MS = 5_000

interface FilePreviewProps {
  readonly jobId: number
  readonly file: File
  readonly onCancel: () => void
  /** Is not called where the person has left the page meanwhile. */
  readonly onDone: () => void
  readonly onSaved: (version: number, warnings: readonly string[]) => void
}

/** Uploads a file, shows what was read from it, and saves that when it is accepted. */
export function FilePreview({ jobId, file, onCancel, ...callbacks }: FilePreviewProps): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const { isSaving, ...saving } = useSaveFile(jobId, callbacks)
  const wrongSize = sizeProblem(file.size)
  const upload = useQuery({
    enabled: wrongSize === undefined,
    queryKey: ['upload', orgId, file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => uploadMeasurementFile(orgId, file, signal),
    // The service reads one file at a time, and refuses those that would wait for long.
    retry: (failures, error) =>
      failures < UPLOAD_RETRIES && error instanceof TakeoffError && error.code === 'RATE_LIMITED',
    retryDelay: UPLOAD_RETRY_MS,
    // A change, so that it is not repeated as reads are. A file that was corrected is uploaded again when it is chosen again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error } = useDocument(
    MeasurementFilePreviewDocument,
    { id: upload.data ?? '', jobId },
    { enabled: upload.data !== undefined },
  )
  const preview = data?.measurementFilePreview
  const problem = upload.error ?? error
  const words = messages.measurements
  return (
    <Card
      title={file.name}
      actions={
        <Button
          // To put the file away would not undo its save, which then seems not to have happened.
          disabled={isSaving}
          onClick={onCancel}
        >
          {words.other}
        </Button>
      }
    >
      {wrongSize !== undefined ? (
        <Problem
          text={
            wrongSize === 'empty'
              ? words.sizeProblem.empty
              : words.sizeProblem.tooLarge(MEASUREMENT_FILE_BYTES_MAX / 1_000_000)
          }
        />
      ) : preview?.unreadable ? (
        <div role="alert" className="stack">
          <h3>{words.unreadable}</h3>
          <p className="problem">
            {words.unreadableReason(preview.unreadable.code, preview.unreadable.message)}
          </p>
          <p>{words.keptForSupport(preview.file.id)}</p>
        </div>
      ) : preview ? (
        <Accept preview={preview} isSaving={isSaving} {...saving} />
      ) : problem ? (
        <Problem error={problem} />
      ) : (
        <Loading />
      )}
    </Card>
  )
}

interface SaveFile {
  readonly isSaving: boolean
  readonly error: Error | null
  readonly save: (fileId: string) => void
}

function useSaveFile(
  jobId: number,
  { onDone, onSaved }: Pick<FilePreviewProps, 'onDone' | 'onSaved'>,
): SaveFile {
  const { mutateAsync, isPending, error } = useChange(MeasurementFileImportDocument, [
    'Job',
    'Jobs',
  ])
  const saveAndReport = async (fileId: string): Promise<void> => {
    const { data, warnings } = await mutateAsync({ jobId, fileId }, { onSuccess: onDone })
    onSaved(data.jobMeasurementFileImport?.measurement?.version ?? 1, warnings)
  }
  return {
    isSaving: isPending,
    error,
    // The page shows what goes wrong.
    save: (fileId) => void saveAndReport(fileId).catch(() => undefined),
  }
}

function Accept({
  preview,
  isSaving,
  error,
  save,
}: SaveFile & { readonly preview: Preview }): ReactNode {
  const messages = useMessages()
  const words = messages.measurements
  const { vendor, format, version, reportId } = preview.source
  return (
    <div className="stack">
      <p>
        <strong>
          {words.recognised(
            [words.vendors[vendor] ?? vendor, format, version].filter(Boolean).join(' '),
          )}
        </strong>{' '}
        {reportId !== null && words.report(reportId)}
      </p>
      {preview.warnings.length > 0 && (
        <section className="notice">
          <h3>{words.warnings}</h3>
          <ul>
            {preview.warnings.map((warning) => (
              <li key={warning}>{messages.errors.warning(warning)}</li>
            ))}
          </ul>
        </section>
      )}
      <ReadFigures figures={preview.figures} />
      <Problem error={error} />
      <div className="row end">
        <Button kind="primary" isBusy={isSaving} onClick={() => save(preview.file.id)}>
          {words.accept}
        </Button>
      </div>
    </div>
  )
}

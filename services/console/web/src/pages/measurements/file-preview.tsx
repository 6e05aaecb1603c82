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

interface FilePreviewProps {
  readonly jobId: number
  readonly file: File
  readonly onCancel: () => void
  readonly onSaved: (version: number, warnings: readonly string[]) => void
}

/** Uploads a file, shows what was read from it, and saves that when it is accepted. */
export function FilePreview({ jobId, file, onCancel, onSaved }: FilePreviewProps): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const wrongSize = sizeProblem(file.size)
  const upload = useQuery({
    enabled: wrongSize === undefined,
    queryKey: ['upload', orgId, file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => uploadMeasurementFile(orgId, file, signal),
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
    <Card title={file.name} actions={<Button onClick={onCancel}>{words.other}</Button>}>
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
        <Accept jobId={jobId} preview={preview} onSaved={onSaved} />
      ) : problem ? (
        <Problem error={problem} />
      ) : (
        <Loading />
      )}
    </Card>
  )
}

function Accept({
  jobId,
  preview,
  onSaved,
}: Pick<FilePreviewProps, 'jobId' | 'onSaved'> & { readonly preview: Preview }): ReactNode {
  const messages = useMessages()
  const words = messages.measurements
  const save = useChange(MeasurementFileImportDocument, ['Job', 'Jobs'])
  const { vendor, format, version, reportId } = preview.source
  const accept = (): void =>
    save.mutate(
      { jobId, fileId: preview.file.id },
      {
        onSuccess: ({ data, warnings }) =>
          onSaved(data.jobMeasurementFileImport?.measurement?.version ?? 1, warnings),
      },
    )
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
      <Problem error={save.error} />
      <div className="row end">
        <Button kind="primary" isBusy={save.isPending} onClick={accept}>
          {words.accept}
        </Button>
      </div>
    </div>
  )
}

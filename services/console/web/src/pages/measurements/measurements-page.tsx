import { Link, useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange, useDocument, useReadNow } from '../../api/use-document.ts'
import { JobDocument, MeasurementsImportDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Card, PageHead } from '../../ui/page.tsx'
import { Loaded, NotFound } from '../../ui/states.tsx'
import { useAnnounce, useAnnounceDone } from '../../ui/toasts.tsx'
import { FigureForm } from './figure-form.tsx'
import { FileDrop } from './file-drop.tsx'
import { hasSameFigures } from './figures.ts'
import { useFigureDraft } from './use-figure-draft.ts'
import type { FigureDraft } from './use-figure-draft.ts'

/** Measurements of a job: from a file, or typed. */
export default function MeasurementsPage({ id }: { readonly id: number }): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const query = useDocument(JobDocument, { id, orgId })
  return (
    <Loaded query={query}>
      {({ job }) => {
        if (job?.orgId !== orgId) return <NotFound what={String(id)} />
        return (
          <div className="stack">
            <PageHead
              title={messages.measurements.title}
              above={
                <Link
                  to="/o/$orgId/jobs/$jobId"
                  params={{ orgId: String(orgId), jobId: String(id) }}
                >
                  {job.name ?? messages.jobs.unnamed(job.id)}
                </Link>
              }
            />
            <Sources jobId={job.id} newest={job.measurement} />
          </div>
        )
      }}
    </Loaded>
  )
}

interface Newest {
  readonly version: number
  readonly measurements: unknown
}

function Sources({
  jobId,
  newest,
}: {
  readonly jobId: number
  readonly newest: Newest | null
}): ReactNode {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const [isTyping, setIsTyping] = useState(true)
  const draft = useFigureDraft(jobId, newest?.version ?? 0)
  const announceSaved = (version: number, warnings: readonly string[]): void =>
    announceDone(messages.measurements.saved(version), warnings)
  const openJob = (): void =>
    void navigate({
      to: '/o/$orgId/jobs/$jobId',
      params: { orgId: String(orgId), jobId: String(jobId) },
    })
  const { saveFigures, isSaving, error } = useSaveFigures(jobId, draft, { announceSaved, openJob })
  return (
    <>
      <FileDrop
        jobId={jobId}
        onShown={(isShown) => setIsTyping(!isShown)}
        onDone={openJob}
        onSaved={announceSaved}
      />
      {isTyping && (
        <Card title={messages.measurements.type}>
          <FigureForm
            draft={draft}
            current={newest?.measurements}
            isSaving={isSaving}
            error={error}
            onSave={saveFigures}
          />
        </Card>
      )}
    </>
  )
}

/** Saves typed figures. The API takes whole measurements, without a version: they are read again, so that newer ones are not replaced unseen. */
function useSaveFigures(
  jobId: number,
  draft: FigureDraft,
  {
    announceSaved,
    openJob,
  }: {
    readonly announceSaved: (version: number, warnings: readonly string[]) => void
    readonly openJob: () => void
  },
) {
  const messages = useMessages()
  const announce = useAnnounce()
  const { orgId } = useOrganization()
  const read = useMutation({ mutationFn: useReadNow(JobDocument, { id: jobId, orgId }) })
  const save = useChange(MeasurementsImportDocument, ['Job', 'Jobs'])
  const saveFigures = async (
    onto: (measurements: unknown) => Record<string, unknown>,
  ): Promise<void> => {
    const { typed: sent, version: before } = draft
    // Saved by an earlier try whose response was lost.
    const isSaved = (now: Newest | null | undefined): boolean =>
      !!now && now.version !== before && hasSameFigures(now.measurements, onto(now.measurements))
    // Not where the person has left the page meanwhile.
    const openJobOnce = (): void => {
      if (!draft.hasUnsaved(sent)) openJob()
    }
    // Its error is no longer true where newer measurements are found.
    save.reset()
    const { job } = await read.mutateAsync(undefined, {
      onSuccess: (data) => {
        if (isSaved(data.job?.measurement)) openJobOnce()
      },
    })
    const now = job?.measurement
    const measurements = onto(now?.measurements)
    if (now && now.version !== before) {
      if (isSaved(now)) {
        draft.saved(sent, now.version)
        announceSaved(now.version, [])
        return
      }
      draft.moveTo(now.version)
      announce({ kind: 'warning', text: messages.measurements.newer })
      return
    }
    const { data, warnings } = await save.mutateAsync(
      { jobId, measurements },
      { onSuccess: openJobOnce },
    )
    const version = data.jobMeasurementsImport?.measurement?.version ?? 1
    draft.saved(sent, version)
    announceSaved(version, warnings)
  }
  return {
    saveFigures,
    isSaving: read.isPending || save.isPending,
    error: read.error ?? save.error,
  }
}

import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { FORBIDDEN, NOTHING, NOT_FOUND, NO_NODES, withForeignIds } from './operation.ts'
import type { Operation } from './operation.ts'

/** With every field, more would cost too much. */
const JOBS_PER_PAGE = 10
const JOBS_IMPORT_MAX = 500

export const jobQueries = {
  job: withForeignIds('its job', ({ jobId }) => ({ id: jobId }), NOTHING),
  jobs: {
    variables: ({ orgId }) => ({ orgId, first: JOBS_PER_PAGE }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, first: JOBS_PER_PAGE }),
        expected: FORBIDDEN,
      },
      {
        what: 'a cursor of its jobs',
        variables: ({ orgId }, { jobId }) => ({
          orgId,
          first: JOBS_PER_PAGE,
          after: integerIdCursor('jobs').format({ id: jobId }),
        }),
        expected: (own) => ({ nodes: [{ id: own.jobId }, { orgId: own.orgId }] }),
      },
      {
        what: 'words of its jobs',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker, first: JOBS_PER_PAGE }),
        expected: NO_NODES,
      },
    ],
  },
  measurementFilePreview: {
    variables: ({ measurementFileId, jobId }) => ({ id: measurementFileId, jobId }),
    intrusions: [
      {
        what: 'its measurement file',
        variables: ({ jobId }, { measurementFileId }) => ({ id: measurementFileId, jobId }),
        expected: NOTHING,
      },
      {
        what: 'its job, to compare with a file of ours',
        variables: ({ measurementFileId }, { jobId }) => ({ id: measurementFileId, jobId }),
        expected: () => ({ figures: [{ currentValue: null }] }),
      },
    ],
  },
} satisfies Record<string, Operation>

export const jobMutations = {
  jobUpsert: {
    variables: ({ orgId, marker }) => ({ orgId, name: `${marker} Lane 2` }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, name: 'taken' }),
        expected: FORBIDDEN,
      },
      {
        what: 'its job as one of ours',
        variables: ({ orgId }, { jobId }) => ({ orgId, id: jobId, name: 'taken' }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobMeasurementsImport: {
    variables: ({ jobId, marker }) => ({ jobId, measurements: { note: marker } }),
    intrusions: [
      {
        what: 'its job',
        variables: (_own, { jobId }) => ({ jobId, measurements: {} }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobMeasurementFileImport: {
    variables: ({ jobId, measurementFileId }) => ({ jobId, fileId: measurementFileId }),
    intrusions: [
      {
        what: 'its job and a file of ours',
        variables: ({ measurementFileId }, { jobId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
      {
        what: 'its measurement file',
        variables: ({ jobId }, { measurementFileId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
      {
        what: 'its job and its measurement file',
        variables: (_own, { jobId, measurementFileId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobsImport: {
    variables: ({ orgId, marker, list }) => ({
      orgId,
      jobs: list.itemIds.slice(0, JOBS_IMPORT_MAX).map((id) => ({
        externalIdentifier: `${marker} ${id}`,
        name: `${marker} Lane`,
        measurements: { note: marker },
      })),
    }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, jobs: [{ externalIdentifier: 'taken' }] }),
        expected: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

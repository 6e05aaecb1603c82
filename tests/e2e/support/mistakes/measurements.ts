import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const measure =
  (measurements: unknown) =>
  async ({ scene }: Stage): Promise<MistakenRequest> =>
    call('jobMeasurementsImport', { jobId: await scene.organization.createJob(), measurements })

const importJobs =
  (jobs: readonly object[]) =>
  ({ scene }: Stage): MistakenRequest =>
    call('jobsImport', { orgId: scene.orgId, jobs })

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), 1)

/** Mistakes with jobs and their measurements. */
export const measurements: readonly Mistake[] = [
  {
    what: 'Measurements of an unknown job',
    request: () => call('jobMeasurementsImport', { jobId: 2_147_483_647, measurements: {} }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'jobId',
    message: 'There is no job 2147483647 in your organizations. Give the id of a job.',
  },
  {
    what: 'Measurements as a list',
    request: measure([{ area: 2194 }]),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements',
    message: 'measurements must be object, not array.',
  },
  {
    what: 'Measurements as a text, encoded twice',
    request: measure('{"roof": {}}'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements',
    message: 'measurements must be object, not string.',
  },
  {
    what: 'Null for measurements',
    request: measure(null),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'measurements',
    message: 'Variable "$measurements" of non-null type "JSON!" must not be null.',
  },
  {
    what: 'A text for a measured value',
    request: measure({ roof: { ridges_hips: { length: '60 ft' } } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements.roof.ridges_hips.length',
    message: 'measurements.roof.ridges_hips.length must be number, not string.',
  },
  {
    what: 'A negative measured value',
    request: measure({ roof: { ridges_hips: { length: -60 } } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements.roof.ridges_hips.length',
    message: 'measurements.roof.ridges_hips.length must not be negative.',
  },
  {
    what: 'A measured value that is too large',
    request: measure({ roof: { roof_facets: { area: 12_345_678 } } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements.roof.roof_facets.area',
    message: 'measurements.roof.roof_facets.area must be at most 10000000.',
  },
  {
    what: 'A key of measurements that is not known',
    request: measure({ roof: { ridge_hips: { length: 60 }, roof_facets: { area: 2194 } } }),
    status: 200,
    code: 'warning',
    message:
      'measurements.roof.ridge_hips is no known key: nothing is computed from it. Did you mean measurements.roof.ridges_hips?',
  },
  {
    what: 'A key of measurements with the dots of a path',
    request: measure({ 'roof.roof_facets.area': 2194 }),
    status: 200,
    code: 'warning',
    message:
      'measurements.roof.roof_facets.area is no known key: nothing is computed from it. Write a key for each part of it: {"roof":{"roof_facets":{"area":…}}}.',
  },
  {
    what: 'Ridges that are longer than ridges and hips together',
    request: measure({ roof: { ridges: { length: 90 }, ridges_hips: { length: 40 } } }),
    status: 200,
    code: 'warning',
    message:
      'measurements.roof.ridges.length is more than measurements.roof.ridges_hips.length, ridges and hips together: where the other part is missing, it counts as 0. Give the right length of both.',
  },
  {
    what: 'Measurements nested too deeply',
    request: measure(nested(100)),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'measurements',
    message: 'Variable "$measurements" is nested deeper than 64 levels.',
  },
  {
    what: 'Measurements that are too large',
    request: measure({ notes: 'x'.repeat(300_000) }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'measurements',
    message: 'measurements must have at most 200000 bytes as JSON; it has 300012.',
  },
  {
    what: 'An import of no jobs',
    request: importJobs([]),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'jobs',
    message: 'jobs must have 1 to 500 jobs.',
  },
  {
    what: 'An import of 501 jobs',
    request: importJobs(Array.from({ length: 501 }, (_, n) => ({ externalIdentifier: `J-${n}` }))),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'jobs',
    message: 'jobs must have 1 to 500 jobs.',
  },
  {
    what: 'An import with one job twice',
    request: importJobs([{ externalIdentifier: 'J-1' }, { externalIdentifier: 'J-1' }]),
    status: 200,
    code: 'data',
    message: 'externalIdentifier is that of jobs[0] too; keep one of them.',
  },
  {
    what: 'A job with an empty identifier',
    request: importJobs([{ externalIdentifier: '' }]),
    status: 200,
    code: 'data',
    message: 'externalIdentifier must not be blank.',
  },
]

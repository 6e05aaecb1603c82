import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import type { MeasurementSource } from '../../domain/measurement-files/measurement-file.ts'
import type { Provenance } from '../../domain/measurement-files/figure-sheet.ts'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'

/** The words that a search for jobs matches. */
export const jobWordsSql = wordsSql('org_id', ['name', 'external_identifier'])

/** A measured property on which work is to be done. */
export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'job',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    name: p.string().length(250).nullable(),
    /** The job's key in another system. */
    externalIdentifier: p.string().length(255).nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p.datetime(3).onCreate(() => new Date()),
  },
  uniques: [{ properties: ['orgId', 'externalIdentifier'] }],
  indexes: [
    { properties: ['orgId', 'id'] },
    { properties: ['orgId', 'updatedAt', 'id'] },
    {
      name: 'job_search_index',
      expression: `create index job_search_index on job using gin (${jobWordsSql})`,
    },
  ],
})

export class Job extends JobSchema.class {}
JobSchema.setClass(Job)

/** The chance to sell a job; each job has one. */
export const SalesOpportunitySchema = defineEntity({
  name: 'SalesOpportunity',
  tableName: 'sales_opportunity',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    job: () => p.oneToOne(Job).owner().deleteRule('cascade'),
  },
})

export class SalesOpportunity extends SalesOpportunitySchema.class {}
SalesOpportunitySchema.setClass(SalesOpportunity)

/** What a version of measurements remembers of the file that it comes from. */
export interface StoredSource extends MeasurementSource {
  /** By the names of the figures. */
  readonly provenances: Readonly<Record<string, Provenance>>
}

/** The export of a measuring tool. It never changes: a new measurement is a new version. */
export const JobMeasurementSchema = defineEntity({
  name: 'JobMeasurement',
  tableName: 'job_measurement',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    job: () => p.manyToOne(Job).deleteRule('cascade'),
    version: p.integer(),
    measurements: p.json<Measurements>(),
    /** Null when it was not imported by the API. */
    userId: p.integer().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    /** The uploaded file that it comes from, which may have been erased since. */
    measurementFileId: p.uuid().nullable(),
    source: p.json<StoredSource>().nullable(),
  },
  // Begins with the job, so it is the foreign key's index too.
  uniques: [{ properties: ['job', 'version'] }],
  checks: [{ name: 'job_measurement_version_check', expression: 'version >= 1' }],
})

export class JobMeasurement extends JobMeasurementSchema.class {}
JobMeasurementSchema.setClass(JobMeasurement)

import { defineEntity, p } from '@mikro-orm/core'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'

/** The words by which a job is found. */
export const jobWordsSql = wordsSql('org_id', ['name', 'external_identifier'])

/** A measured property on which work is to be done. */
const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    name: p.string().length(250).nullable(),
    /** The key under which another system knows the job. */
    externalIdentifier: p.string().length(255).nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p.datetime(3).onCreate(() => new Date()),
  },
  uniques: [{ properties: ['orgId', 'externalIdentifier'] }],
  indexes: [
    { properties: ['orgId', 'id'] },
    {
      name: 'job_search_index',
      expression: `create index job_search_index on job using gin (${jobWordsSql})`,
    },
  ],
})

export class Job extends JobSchema.class {}
JobSchema.setClass(Job)

/** The chance to sell a job; each job has one. */
const SalesOpportunitySchema = defineEntity({
  name: 'SalesOpportunity',
  tableName: 'sales_opportunity',
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    job: () => p.oneToOne(Job).owner().deleteRule('cascade'),
  },
})

export class SalesOpportunity extends SalesOpportunitySchema.class {}
SalesOpportunitySchema.setClass(SalesOpportunity)

/** What a measuring tool exported, never changed: a new measuring is a new version. */
const JobMeasurementSchema = defineEntity({
  name: 'JobMeasurement',
  tableName: 'job_measurement',
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    job: () => p.manyToOne(Job).deleteRule('cascade'),
    version: p.integer(),
    measurements: p.json<Measurements>(),
    /** Who imported it; null for what came without the API. */
    userId: p.integer().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  // Begins with the job, so it is the foreign key's index too.
  uniques: [{ properties: ['job', 'version'] }],
  checks: [{ name: 'job_measurement_version_check', expression: 'version >= 1' }],
})

export class JobMeasurement extends JobMeasurementSchema.class {}
JobMeasurementSchema.setClass(JobMeasurement)

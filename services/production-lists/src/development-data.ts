import { readFile } from 'node:fs/promises'
import { sql as raw } from 'kysely'
import { z } from 'zod'
import type { Database } from '@takeoff/kit/postgres/database'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import { seedJob } from './db/jobs/save-job.ts'
import { insertRows, plainStatement } from './db/statements.ts'
import { seedTemplate } from './db/templates/save-template.ts'
import { loadDevelopmentPrices } from './development-prices.ts'
import { parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { wasteFactor } from './domain/templates/template-line.ts'
import { parseTemplate } from './domain/templates/template.ts'
import type { Template } from './domain/templates/template.ts'

/** The ids of sales opportunities differ from those of jobs, so that confusing the two causes an error. */
const SALES_OPPORTUNITY_ID_OFFSET = 1000

const jobsFileSchema = z.strictObject({
  jobs: z.array(
    z.strictObject({
      id: z.int().positive(),
      orgId: z.int().positive(),
      name: z.string().nullable(),
      templateIds: z.array(z.int().positive()),
      measurements: z.unknown(),
    }),
  ),
})

const templatesFileSchema = z.strictObject({
  organizations: z.array(z.strictObject({ orgId: z.int().positive(), wasteFactor })),
  templates: z.array(z.unknown()),
})

/** Inserting explicit ids does not advance a sequence; the next generated id would collide. */
const moveSequences = ['job', 'sales_opportunity', 'template', 'template_line', 'product'].map(
  (table) => {
    const sequence = `${table}_id_seq`
    return plainStatement(
      { setval: int8 },
      () => raw`select setval(${raw.lit(sequence)},
        greatest(max(id), (select last_value from ${raw.table(sequence)}))) from ${raw.table(table)}`,
    )
  },
)

export interface DevelopmentJob {
  readonly id: number
  readonly orgId: number
  readonly name: string | null
  /** The templates of the job's list; empty for a job without a list. */
  readonly templateIds: readonly number[]
  readonly measurements: Measurements
}

/** The jobs of `dev-data/jobs.json`, checked. */
export async function readDevelopmentJobs(): Promise<DevelopmentJob[]> {
  const { jobs } = jobsFileSchema.parse(await readJson('jobs.json'))
  return jobs.map(({ measurements, ...job }) => {
    const parsed = parseMeasurements(measurements)
    if (parsed.kind === 'accepted') return { ...job, measurements: parsed.measurements }
    throw new Error(`jobs.json, job ${job.id}: ${parsed.path} ${parsed.reason}`)
  })
}

/** The templates of `dev-data/templates.json`, checked. */
export async function readDevelopmentTemplates(): Promise<Template[]> {
  const { templates } = templatesFileSchema.parse(await readJson('templates.json'))
  return templates.map((json, index) => {
    const parsed = parseTemplate(json)
    if (parsed.kind === 'accepted') return parsed.template
    throw new Error(`templates.json, template ${index}: ${parsed.path} ${parsed.reason}`)
  })
}

/**
 * Loads organizations, templates, price books and measured jobs under fixed ids. Running it again changes nothing.
 * Production lists are not loaded: they are computed by the API.
 */
export async function loadDevelopmentData(database: Database): Promise<void> {
  const { organizations } = templatesFileSchema.parse(await readJson('templates.json'))
  const templates = await readDevelopmentTemplates()
  const jobs = await readDevelopmentJobs()
  await database.transaction(async (sql) => {
    await insertRows(sql, 'organizationDefault', organizations, { unlessExists: ['orgId'] })
    for (const template of templates) await seedTemplate(sql, template)
    for (const job of jobs) {
      await seedJob(sql, {
        ...job,
        externalIdentifier: `DEMO-${job.id}`,
        salesOpportunityId: job.id + SALES_OPPORTUNITY_ID_OFFSET,
      })
    }
    for (const moveSequence of moveSequences) await sql.run(moveSequence, {})
    await loadDevelopmentPrices(sql)
  })
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../dev-data/${file}`, import.meta.url), 'utf8'))
}

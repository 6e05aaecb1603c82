import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isJsonObject, parseJson } from '@takeoff/kit/values/json'
import { printableLine } from '@takeoff/kit/values/printable'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { z } from 'zod'
import { adviceFor, sendGraphql, sendUntilDone } from './import-client.ts'
import type { ImportClientOptions } from './import-client.ts'

/** Files of measuring tools. Those that the platform cannot read it refuses with what to export instead. */
const EXTENSIONS = new Set(['.xml', '.xlsx', '.esx', '.fml', '.pdf'])

const mutation = `mutation ImportMeasurementFile($jobId: Int!, $fileId: ID!) {
  jobMeasurementFileImport(jobId: $jobId, fileId: $fileId) {
    measurement { version source { vendor format reportId provenances } }
  }
}`
const upsert = `mutation NameJob($orgId: Int!, $key: String!) {
  jobUpsert(orgId: $orgId, externalIdentifier: $key) { job { id } }
}`

const fileSchema = z.object({
  id: z.string(),
  unreadable: z.object({ message: z.string() }).nullish(),
})
const jobSchema = z.object({ jobUpsert: z.object({ job: z.object({ id: z.int() }) }) })
const importedSchema = z.object({
  jobMeasurementFileImport: z.object({
    measurement: z.object({
      version: z.int(),
      source: z.object({
        vendor: z.string(),
        format: z.string(),
        reportId: z.string().nullable(),
        provenances: z.record(z.string(), z.string()),
      }),
    }),
  }),
})
const problemSchema = z.object({ detail: z.string(), code: z.string() })

/** A file of one house, and the key of its job. */
export interface HouseFile {
  /** The name as given on the command line, for messages. */
  readonly name: string
  readonly path: string
  readonly key: string
}

/** The lines of a report on an import. */
export interface HouseReport {
  readonly lines: readonly string[]
  readonly isRefused: boolean
}

/** Whether a file is the report of a measuring tool, and not one of records. */
export async function isMeasurementFile(file: Pick<HouseFile, 'name' | 'path'>): Promise<boolean> {
  const extension = path.extname(file.name).toLowerCase()
  if (extension !== '.json') return EXTENSIONS.has(extension)
  const found = await stat(file.path).catch(() => undefined)
  if (found === undefined || !found.isFile() || found.size > MEASUREMENT_FILE_BYTES_MAX)
    return false
  const json = parseJson((await readFile(file.path, 'utf8')).replace(/^\ufeff/, ''))
  return isJsonObject(json) && !('jobs' in json) && !('externalIdentifier' in json)
}

/**
 * Uploads a file and imports it into the job with the key, which is created when there is none.
 * @throws CommandFailedError when the platform refuses the caller, or does not respond
 */
export async function importHouse(
  { name, path: place, key }: HouseFile,
  options: ImportClientOptions,
): Promise<HouseReport> {
  const { orgId } = options.target
  const bytes = new Uint8Array(await readFile(place))
  if (bytes.byteLength === 0) return refusalOf(`${name}: the file is empty`)
  const uploaded = await upload(options, { name, bytes })
  if (uploaded.kind === 'unreadable') return refusalOf(`${name}: ${uploaded.detail}`)
  const upserting = JSON.stringify({ query: upsert, variables: { orgId, key } })
  const { data: named } = await sendGraphql(options, jobSchema, upserting)
  const variables = { jobId: named.jobUpsert.job.id, fileId: uploaded.id }
  const importing = JSON.stringify({ query: mutation, variables })
  const { data, warnings } = await sendGraphql(options, importedSchema, importing)
  const { version, source } = data.jobMeasurementFileImport.measurement
  const report = source.reportId === null ? '' : `, report ${source.reportId}`
  const read = `${source.vendor} ${source.format}${report}: ${Object.keys(source.provenances).length} figures`
  return {
    lines: [
      ...warnings.map((sentence) => `${name}: ${sentence}`),
      `${name}: ${read} in version ${version} of job ${JSON.stringify(key)}; finished`,
    ].map(printableLine),
    isRefused: false,
  }
}

function refusalOf(line: string): HouseReport {
  return { lines: [printableLine(line)], isRefused: true }
}

type Uploaded =
  | { readonly kind: 'stored'; readonly id: string }
  | { readonly kind: 'unreadable'; readonly detail: string }

function upload(
  options: ImportClientOptions,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<Uploaded> {
  const { target } = options
  const filename = encodeURIComponent(path.basename(name)).replaceAll(/['()*]/g, '_')
  const request = {
    url: new URL(`measurement-files?orgId=${target.orgId}`, target.url).href,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${filename}`,
    },
    body: bytes,
  }
  return sendUntilDone<Uploaded>(options, request, (status, text) => {
    const json = parseJson(text)
    const file = fileSchema.safeParse(json)
    if (status === 201 && file.success) {
      const { id, unreadable } = file.data
      if (unreadable)
        return { kind: 'done', result: { kind: 'unreadable', detail: unreadable.message } }
      return { kind: 'done', result: { kind: 'stored', id } }
    }
    const problem = problemSchema.safeParse(json)
    if (!problem.success) {
      const message = `${target.url} takes no measurement files: it responds with HTTP ${status}.`
      return { kind: 'refused', message }
    }
    const { code, detail } = problem.data
    if (code === 'BAD_USER_INPUT' || status === 413)
      return { kind: 'done', result: { kind: 'unreadable', detail } }
    return { kind: 'refused', message: `${detail}${adviceFor(code, target)}` }
  })
}

import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '@takeoff/kit/values/json'
import { z } from 'zod'
import { adviceFor, attempt, SENT_AGAIN, sendUntilDone } from './import-client.ts'
import type { ImportClientOptions, Outcome, PlatformRequest } from './import-client.ts'
import type { Target } from './target.ts'

/** Files of measuring tools. Those that the platform cannot read it refuses with what to export instead. */
const EXTENSIONS = new Set(['.xml', '.xlsx', '.esx', '.fml', '.pdf'])
/** The limit of the platform; a larger file of JSON is one of records. */
const BYTES_MAX = 5_000_000

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
const responseSchema = z.object({
  data: z.unknown(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) }))
    .optional(),
  extensions: z.object({ warnings: z.array(z.string()).optional() }).optional(),
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
  if (found === undefined || !found.isFile() || found.size > BYTES_MAX) return false
  const json = parseJson((await readFile(file.path, 'utf8')).replace(/^\ufeff/, ''))
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject && !('jobs' in json) && !('externalIdentifier' in json)
}

/**
 * Uploads a file and imports it into the job with the key, which is created when there is none.
 * @throws UnusableError when the platform refuses the caller, or does not respond
 */
export async function importHouse(
  { name, path: place, key }: HouseFile,
  options: ImportClientOptions,
): Promise<HouseReport> {
  const { target } = options
  const bytes = new Uint8Array(await readFile(place))
  const uploaded = await sendUntilDone(() => upload(target, { name, bytes }), options)
  if (uploaded.kind === 'unreadable')
    return { lines: [`${name}: ${uploaded.detail}`], isRefused: true }
  const { data: named } = await query(options, jobSchema, {
    query: upsert,
    variables: { orgId: target.orgId, key },
  })
  const { data, warnings } = await query(options, importedSchema, {
    query: mutation,
    variables: { jobId: named.jobUpsert.job.id, fileId: uploaded.id },
  })
  const { version, source } = data.jobMeasurementFileImport.measurement
  const report = source.reportId === null ? '' : `, report ${source.reportId}`
  const read = `${source.vendor} ${source.format}${report}: ${Object.keys(source.provenances).length} figures`
  return {
    lines: [
      ...warnings.map((sentence) => `${name}: ${sentence}`),
      `${name}: ${read} in version ${version} of job ${JSON.stringify(key)}; finished`,
    ],
    isRefused: false,
  }
}

type Uploaded =
  | { readonly kind: 'stored'; readonly id: string }
  | { readonly kind: 'unreadable'; readonly detail: string }

function upload(
  target: Target,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<Outcome<Uploaded>> {
  const filename = encodeURIComponent(path.basename(name)).replaceAll(/['()*]/g, '_')
  const request: PlatformRequest = {
    url: new URL(`measurement-files?orgId=${target.orgId}`, target.url).href,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${filename}`,
    },
    body: bytes,
  }
  return attempt<Uploaded>(target, request, (status, text) => {
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

interface Answer<Data> {
  readonly data: Data
  readonly warnings: readonly string[]
}

function query<Data>(
  options: ImportClientOptions,
  schema: z.ZodType<Data>,
  request: { readonly query: string; readonly variables: object },
): Promise<Answer<Data>> {
  const { target } = options
  const headers = { 'content-type': 'application/json' }
  const sent = { url: target.url, headers, body: JSON.stringify(request) }
  const read = (status: number, text: string): Outcome<Answer<Data>> | undefined => {
    const { data: response } = responseSchema.safeParse(parseJson(text))
    const found = schema.safeParse(response?.data)
    if (found.success) {
      const warnings = response?.extensions?.warnings ?? []
      return { kind: 'done', result: { data: found.data, warnings } }
    }
    const [error] = response?.errors ?? []
    const { code } = error?.extensions ?? {}
    if (code !== undefined && SENT_AGAIN.has(code)) return undefined
    const message =
      error === undefined || code === undefined
        ? `${target.url} is no GraphQL endpoint of Takeoff: it responds with HTTP ${status}.`
        : `${error.message}${adviceFor(code, target)}`
    return { kind: 'refused', message }
  }
  return sendUntilDone(() => attempt(target, sent, read), options)
}

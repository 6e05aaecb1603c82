import { TakeoffError } from './errors.ts'
import type {
  AuditLogQuery,
  DistributionOrderFieldsFragment,
  ListItemFieldsFragment,
  OrderFieldsFragment,
  ProductionListFieldsFragment,
} from './generated/operations.ts'
import { get, streamOf } from './http-get.ts'
import type { StreamOptions } from './http-get.ts'
import { parseObject } from './transport.ts'
import type { ByteStream, Opened, Transport } from './transport.ts'

/** Options of an export. */
export type ExportOptions = StreamOptions

type SalesOpportunity = ProductionListFieldsFragment['salesOpportunity']

/** A list item as a line of an export has it. */
export type ExportedListItem = ListItemFieldsFragment

/** A list with its items as a line of an export has it. */
export interface ExportedProductionList extends Omit<
  ProductionListFieldsFragment,
  'salesOpportunity'
> {
  readonly salesOpportunity: Omit<SalesOpportunity, 'job'> & {
    readonly job: { readonly id: number; readonly name: string | null }
  }
  readonly listItems: readonly ExportedListItem[]
}

/** An order with its lines as a line of an export has it. */
export interface ExportedOrder extends Omit<OrderFieldsFragment, 'vendor' | 'distributionOrder'> {
  readonly vendor: { readonly id: number }
  readonly orderDocuments: readonly { readonly id: string; readonly state: string }[]
  readonly distributionOrder: Omit<
    DistributionOrderFieldsFragment,
    'orgId' | 'productionListId' | 'jobId' | 'order' | 'vendor' | 'rejectedLines'
  > | null
}

/** A job with its newest measurements as a line of an export has it. A name or measurements that are not there are left out. */
export interface ExportedJob {
  /** Null for a job that was given none. */
  readonly externalIdentifier: string | null
  readonly name?: string | null
  readonly measurements?: unknown
}

/** A record of the audit log, with all that its hash covers. */
export interface ExportedAuditRecord extends AuditRecord {
  readonly orgId: number
  /** Of the shape of the record. */
  readonly version: number
}

type AuditRecord = AuditLogQuery['auditLog']['nodes'][number]

/** The records of each export. */
export interface ExportRecords {
  readonly 'production-lists': ExportedProductionList
  readonly orders: ExportedOrder
  readonly jobs: ExportedJob
  /** Oldest first. */
  readonly audit: ExportedAuditRecord
}

/** What can be exported as records. */
export type ExportResource = keyof ExportRecords

interface OfOrganization {
  readonly orgId: number
}

interface Updated {
  /** Only what was changed at this time or later, in the order of the changes. */
  readonly updatedSince?: string | undefined
}

/** The parameters of each export. */
export interface ExportParameters {
  readonly 'production-lists': OfOrganization & Updated
  readonly orders: OfOrganization & Updated
  readonly jobs: OfOrganization
  readonly audit: OfOrganization & {
    /** Only records behind the one with this sequence. */
    readonly after?: number | undefined
  }
  readonly prices: OfOrganization & { readonly vendorId: number }
}

/** What can be exported as CSV. */
export type CsvResource = Exclude<keyof ExportParameters, 'audit'>

/** An export as it is requested. */
export interface ExportRequest<Resource extends keyof ExportParameters> {
  readonly resource: Resource
  readonly parameters: ExportParameters[Resource]
  readonly options: ExportOptions
}

/** How often an export that broke off is continued without a new record. */
const RESUMPTIONS_MAX = 3

/** An export as CSV. */
export async function openExport<Resource extends CsvResource>(
  transport: Transport,
  { resource, parameters, options }: ExportRequest<Resource>,
): Promise<ByteStream> {
  const path = pathOf(resource, { ...parameters, format: 'csv' })
  return streamOf(await get(transport, path, options, (type) => type === 'text/csv'))
}

/** The records of an export, continued where it broke off if the server can begin there. */
export async function* readExport<Resource extends ExportResource>(
  transport: Transport,
  { resource, parameters, options }: ExportRequest<Resource>,
): AsyncGenerator<ExportRecords[Resource], void, undefined> {
  const progress = new Progress(resource, parameters)
  for (let failures = 0; ;) {
    try {
      const opened = await get(transport, progress.path, options, isNdjson)
      for await (const record of newRecords<Resource>(opened, progress)) {
        failures = 0
        yield record
      }
      return
    } catch (error) {
      failures += 1
      if (!isInterruption(error) || !progress.canResume || failures > RESUMPTIONS_MAX) throw error
    }
  }
}

const isNdjson = (mediaType: string): boolean => mediaType === 'application/x-ndjson'

async function* newRecords<Resource extends ExportResource>(
  opened: Opened,
  progress: Progress,
): AsyncGenerator<ExportRecords[Resource], void, undefined> {
  for await (const line of linesOf(opened)) {
    const record = parseObject(line) as ExportRecords[Resource] | undefined
    if (record === undefined)
      throw new TakeoffError({
        code: 'INVALID_RESPONSE',
        message: 'A line of the export is no JSON.',
      })
    if (progress.isNew(record)) yield record
  }
}

/** How far an export has been read. */
class Progress {
  readonly #resource: string
  readonly #parameters: Parameters
  #position: Parameters
  #hasRecords = false
  /** Records of the position, which come again. */
  #seen: string[] = []

  constructor(resource: string, parameters: Parameters) {
    this.#resource = resource
    this.#parameters = parameters
    this.#position = parameters
  }

  /** Of the request that continues the export. */
  get path(): string {
    return pathOf(this.#resource, this.#position)
  }

  /** Before the first record every export may begin again. */
  get canResume(): boolean {
    return !this.#hasRecords || this.#position !== this.#parameters || isByChange(this.#parameters)
  }

  /** Moves the position behind a record, if it has not come before. */
  isNew(record: object): boolean {
    this.#hasRecords = true
    const { id, version, updatedAt }: Partial<ExportedProductionList> = record
    const key = `${id} ${version} ${updatedAt}`
    if (this.#seen.includes(key)) return false
    const next = positionBehind(this.#parameters, record)
    if (next === undefined) return true
    const isSamePosition = pathOf(this.#resource, next) === this.path
    this.#seen = isSamePosition ? [...this.#seen, key] : [key]
    this.#position = next
    return true
  }
}

type Parameters = (Readonly<Record<string, string | number | undefined>> | OfOrganization) & Updated

/** Whether the records come in the order of their changes. */
const isByChange = ({ updatedSince }: Parameters): boolean => updatedSince !== undefined

/** Where to begin again behind a record; undefined where the server always begins at the start. */
function positionBehind(parameters: Parameters, record: object): Parameters | undefined {
  const { sequence, updatedAt }: Partial<AuditRecord & ExportedProductionList> = record
  if (sequence !== undefined) return { ...parameters, after: sequence }
  if (isByChange(parameters) && updatedAt !== undefined)
    return { ...parameters, updatedSince: updatedAt }
  return undefined
}

function pathOf(resource: string, parameters: Parameters): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `exports/${resource}?${query.join('&')}`
}

/** Complete lines only. A new chunk is read when all lines of the last one were consumed. */
async function* linesOf({ read, close }: Opened): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw error instanceof TakeoffError ? interruption(error) : error
  } finally {
    close()
  }
  if (rest !== '') throw interruption(undefined)
}

function interruption(cause: TakeoffError | undefined): TakeoffError {
  return new TakeoffError({
    code: 'EXPORT_INTERRUPTED',
    message: `The export broke off${cause === undefined ? '.' : `: ${cause.message}`} Begin it again; the records so far are complete.`,
    cause,
  })
}

const isInterruption = (error: unknown): boolean =>
  error instanceof TakeoffError && error.code === 'EXPORT_INTERRUPTED'

import type {
  PoisonBatchRequest,
  PoisonListResponse,
  PoisonMessageResponse,
  RequeueFailedRequest,
} from '@takeoff/contracts/operator-api'
import { BadUserInputError, NotFoundError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findChain, findChainEnds } from '../audit/audit-reads.ts'
import { isBearer } from '../bearer-secret.ts'
import { countPoison, findPoison, listNewestPoison } from '../db/poison-messages.ts'
import { requeueDead } from './dead-messages.ts'
import type { BrokerAccess } from './dead-messages.ts'
import { discardPoison, requeuePoison } from './poison-batch.ts'
import { readStuck } from './read-stuck.ts'
import { requeueFailed } from './requeue-failed.ts'
import type { FailedDeliveries } from './requeue-failed.ts'

const BODY_BYTES_MAX = 262_144
/** Maximum message ids in one request. */
const IDS_MAX = 10_000
const POISON_LISTED_MAX = 50
const CHAINS_MAX = 1_000
const AUDIT_RECORDS_MAX = 200

export interface OperatorOptions extends BrokerAccess, FailedDeliveries {
  /** Bearer secret of every route. */
  readonly secrets: readonly string[]
  readonly auditRetentionDays: number
}

/** The routes as Fastify names them; they check the operator secret instead of the service secret. */
export const OPERATOR_ROUTES = [
  '/operator/stuck',
  '/operator/failed/requeue',
  '/operator/dead/requeue',
  '/operator/poison',
  '/operator/poison/:id',
  '/operator/poison/requeue',
  '/operator/poison/discard',
  '/operator/audit/chains',
  '/operator/audit/records',
] as const

type Route = (typeof OPERATOR_ROUTES)[number]

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const time = z.iso.datetime({ offset: true })
const stuckQuery = z.object({ since: time })
const place = z.coerce.number().pipe(id)
const poisonParameters = z.object({ id: place })
const chainsQuery = z.object({ after: place, first: place.pipe(z.number().max(CHAINS_MAX)) })
const recordsQuery = z.object({ orgId: place.pipe(z.number().max(2_147_483_647)), after: place })
const failedRequest: z.ZodType<RequeueFailedRequest> = z.object({
  webhookId: z.number().int().min(1).max(2_147_483_647),
  since: time,
  until: time,
})
const poisonRequest: z.ZodType<PoisonBatchRequest> = z.object({
  ids: z.array(id).max(IDS_MAX).optional(),
  after: id,
})

/** Serves the operator API; its types are in the contracts. */
export function addOperatorRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { database } = options
  void app.register((scope, _options, registered) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      const isAllowed = isBearer(request.headers.authorization, options.secrets)
      done(isAllowed ? undefined : new UnauthenticatedError(NEEDS_SECRET))
    })
    const get = (url: Route, handle: (input: unknown) => Promise<object>): void => {
      scope.get(url, ({ query, params }) => handle({ ...Object(query), ...Object(params) }))
    }
    const post = <Body>(
      url: Route,
      schema: z.ZodType<Body>,
      handle: (body: Body) => Promise<object>,
    ): void => {
      scope.post(url, { bodyLimit: BODY_BYTES_MAX }, ({ body }) => handle(parse(schema, body)))
    }
    get('/operator/stuck', (input) => readStuck(options, new Date(parse(stuckQuery, input).since)))
    get('/operator/poison', async (): Promise<PoisonListResponse> => ({
      count: await countPoison(database),
      messages: await listNewestPoison(database, POISON_LISTED_MAX),
    }))
    get('/operator/poison/:id', async (input): Promise<PoisonMessageResponse> => {
      const { id } = parse(poisonParameters, input)
      const found = await findPoison(database, id)
      if (found === undefined) throw new NotFoundError(`There is no message ${id}.`)
      return { ...found, body: found.body.toString('utf8') }
    })
    get('/operator/audit/chains', async (input) => ({
      chains: await findChainEnds(database, parse(chainsQuery, input)),
      retentionDays: options.auditRetentionDays,
    }))
    get('/operator/audit/records', async (input) => ({
      records: await findChain(database, {
        ...parse(recordsQuery, input),
        first: AUDIT_RECORDS_MAX,
      }),
    }))
    post('/operator/failed/requeue', failedRequest, (body) => requeueFailed(options, body))
    post('/operator/dead/requeue', z.object({}), () => requeueDead(options))
    post('/operator/poison/requeue', poisonRequest, (body) => requeuePoison(options, body))
    post('/operator/poison/discard', poisonRequest, (body) => discardPoison(database, body))
    registered()
  })
}

const NEEDS_SECRET = 'The operator API needs "Authorization: Bearer" with OPERATOR_SECRET.'

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new BadUserInputError(`${path}: ${issue?.message ?? ''}`, path)
}

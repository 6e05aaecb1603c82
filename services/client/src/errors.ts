/** The codes of docs/errors.md, and those of this client; later versions of the server may send others. */
export type TakeoffErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'VENDOR_REQUIRED'
  | 'VENDOR_AMBIGUOUS'
  | 'CONFLICT'
  | 'NOTHING_TO_ORDER'
  | 'PROVIDER_NOT_CONNECTED'
  | 'PROVIDER_LIMIT_EXCEEDED'
  | 'RENDERING_QUEUE_FULL'
  | 'IDEMPOTENCY_CONFLICT'
  | 'RATE_LIMITED'
  | 'COST_EXCEEDED'
  | 'OPERATION_TOO_COMPLEX'
  | 'PLANNER_UNAVAILABLE'
  | 'SUBGRAPH_UNAVAILABLE'
  | 'COMMIT_UNKNOWN'
  | 'ORGANIZATION_READ_ONLY'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'CHARACTERS_EXCEEDED'
  | 'TOKENS_EXCEEDED'
  | 'FRAGMENTS_EXCEEDED'
  | 'DEPTH_EXCEEDED'
  | 'FIELDS_EXCEEDED'
  | 'ALIASES_EXCEEDED'
  | 'ROOT_FIELDS_EXCEEDED'
  | 'DIRECTIVES_EXCEEDED'
  | 'INTROSPECTION_DISABLED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_DOCUMENT_NOT_FOUND'
  | 'PERSISTED_DOCUMENT_REQUIRED'
  | 'BAD_REQUEST'
  | 'INTERNAL_SERVER_ERROR'
  | 'RANGE_NOT_SATISFIABLE'
  | 'NOT_READY'
  | ClientErrorCode
  // Keeps the known words in the completion of editors.
  | (string & {})

/** What this client reports itself: no response, an unusable one, a broken export, a webhook that is not genuine. */
export type ClientErrorCode =
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'INVALID_RESPONSE'
  | 'EXPORT_INTERRUPTED'
  | 'WEBHOOK_NOT_GENUINE'

/** One error of a GraphQL response. */
export interface ResponseError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** What a TakeoffError is made of. */
export interface ErrorDetails {
  readonly code: TakeoffErrorCode
  readonly message: string
  /** Default: that of the first of `errors`. */
  readonly argument?: string | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly errors?: readonly ResponseError[]
  readonly data?: unknown
  readonly cause?: unknown
}

/** A request failed: `code` says how, the message says what to do. */
export class TakeoffError extends Error {
  override readonly name = 'TakeoffError'
  readonly code: TakeoffErrorCode
  /** The argument or variable that is not acceptable, such as `listItems[3].quantity`. */
  readonly argument: string | undefined
  /** Where in the response the first error belongs. */
  readonly path: readonly (string | number)[] | undefined
  /** What support needs to find the request. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The HTTP status; undefined when there was no response. */
  readonly status: number | undefined
  /** All errors of the response; `extensions` has what else belongs to a code. */
  readonly errors: readonly ResponseError[]
  /** What the response holds beside the errors; undefined without a member `data`. */
  readonly data: unknown
  /** How often the request was sent. After more than one, an earlier one may have had its effect. */
  attempts = 1

  constructor({ code, message, cause, errors = [], data, ...details }: ErrorDetails) {
    super(message, { cause })
    const [first] = errors
    const argument = details.argument ?? first?.extensions?.['argument']
    this.code = code
    this.argument = typeof argument === 'string' ? argument : undefined
    this.path = first?.path
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.status = details.status
    this.errors = errors
    this.data = data
  }
}

/** The message that a client receives in place of an error that is not meant for it. */
export const MASKED_MESSAGE = 'Something went wrong on our side. Tell us the request id.'

/** The advice of errors that may be gone in a moment. */
const SEND_AGAIN =
  'Send the same request again in a moment, a mutation with the same Idempotency-Key.'

/** An error whose message and code are meant for the caller. Anything else is masked at the edge. */
export abstract class AppError extends Error {
  abstract readonly code: string
  /** HTTP status on plain HTTP endpoints, and on GraphQL where the contract names one. */
  readonly httpStatus: number = 400
  /** Members beside `code` in the error's extensions. */
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = new.target.name
    this.extensions = extensions
  }

  /** The sentence at the end of the message that only the client of an API can follow. */
  protected get clientAdvice(): string | undefined {
    return undefined
  }

  /** The message for people and operators, without advice to clients of the API. */
  get problem(): string {
    const { clientAdvice } = this
    return clientAdvice === undefined ? this.message : this.message.replace(` ${clientAdvice}`, '')
  }

  /** Whether the same can succeed later, and does no harm when it is repeated. */
  get isTemporary(): boolean {
    return false
  }

  /** Whether a part of the platform failed, so that the log of errors has it. */
  get isFailure(): boolean {
    return this.httpStatus >= 500
  }
}

/** The request itself is malformed: a body, a header, a parameter or a method that is not accepted. */
export class BadRequestError extends AppError {
  override readonly code = 'BAD_REQUEST'
  override readonly httpStatus: number

  constructor(
    message: string,
    options: { readonly status?: number } & Readonly<Record<string, unknown>> = {},
  ) {
    const { status = 400, ...extensions } = options
    super(message, extensions)
    this.httpStatus = status
  }
}

/** The request has no valid access token (401). */
export class UnauthenticatedError extends AppError {
  override readonly code = 'UNAUTHENTICATED'
  override readonly httpStatus = 401
}

/** The caller lacks a scope or an organization (403). */
export class ForbiddenError extends AppError {
  override readonly code = 'FORBIDDEN'
  override readonly httpStatus = 403
}

/** `argument` is the path of the invalid input, such as `listItems[2].quantity`. */
export class BadUserInputError extends AppError {
  override readonly code = 'BAD_USER_INPUT'

  constructor(
    message: string,
    argument: string,
    extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message, { argument, ...extensions })
  }
}

/** The requested thing does not exist. For mutations and files only; a query returns null. */
export class NotFoundError extends AppError {
  override readonly code = 'NOT_FOUND'
  override readonly httpStatus = 404

  constructor(message: string, argument?: string) {
    super(message, argument === undefined ? {} : { argument })
  }
}

/** A concurrent change came first: `extensions` hold the current state. */
export class ConflictError extends AppError {
  override readonly code = 'CONFLICT'
  override readonly httpStatus = 409
}

/** An idempotency key was used for another request (409). */
export class IdempotencyConflictError extends AppError {
  override readonly code = 'IDEMPOTENCY_CONFLICT'
  override readonly httpStatus = 409

  /** @param first the mutation that the key belongs to */
  constructor(first: string, operation: string) {
    const [use, remedy] =
      first === operation
        ? [' with other arguments', 'Use a new key.']
        : ['', `Use a new key for ${operation}.`]
    super(`This Idempotency-Key was used for ${first}${use} within the last 24 hours. ${remedy}`, {
      operation: first,
    })
  }
}

const REPEAT_OR_READ =
  'Send the same request again with the same Idempotency-Key, or read the current state first if it had none.'

/** The connection to the database was lost after a change was sent: it was made, or not (503). */
export class CommitUnknownError extends AppError {
  override readonly code = 'COMMIT_UNKNOWN'
  override readonly httpStatus = 503

  constructor(cause: unknown) {
    super(
      `The connection to the database was lost at the end of the change: it was made as a whole, or not at all. ${REPEAT_OR_READ}`,
    )
    this.cause = cause
  }

  protected override get clientAdvice(): string {
    return REPEAT_OR_READ
  }
}

/** The pause before another try; by then a connection may be free, or another host serve. */
const DATABASE_RETRY_SECONDS = 1
/** After this time the organization may be found at its new place. */
const READ_ONLY_RETRY_SECONDS = 60
const SEND_AGAIN_IN_A_MINUTE = 'Send the same request again in a minute.'

/** The organization is being moved to another database, and cannot be changed meanwhile (503). */
export class OrganizationReadOnlyError extends AppError {
  override readonly code = 'ORGANIZATION_READ_ONLY'
  override readonly httpStatus = 503

  constructor() {
    super(
      `The organization is read-only while it is being moved. Nothing was changed. ${SEND_AGAIN_IN_A_MINUTE}`,
      { retryAfterSeconds: READ_ONLY_RETRY_SECONDS },
    )
  }

  protected override get clientAdvice(): string {
    return SEND_AGAIN_IN_A_MINUTE
  }

  override get isTemporary(): boolean {
    return true
  }

  /** An operator is moving the organization. */
  override get isFailure(): boolean {
    return false
  }
}

/** The caller has sent too many requests (429). */
export class RateLimitedError extends AppError {
  override readonly code = 'RATE_LIMITED'
  override readonly httpStatus = 429
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message, { retryAfterSeconds })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Another service did not respond, or its response violates the contract. Names the service, never its address, and
 * the seconds until another try can succeed, if they are known. A mutation may have run all the same.
 */
export class SubgraphUnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus = 503

  constructor(
    name: string,
    options: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {},
  ) {
    const { cause, retryAfterSeconds } = options
    super(
      `The ${name} service does not respond. ${SEND_AGAIN}`,
      retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    )
    if (cause !== undefined) this.cause = cause
  }

  protected override get clientAdvice(): string {
    return SEND_AGAIN
  }

  override get isTemporary(): boolean {
    return true
  }
}

/**
 * A service cannot use its database at the moment: no host, no free connection, a full disk, or a conflict of
 * transactions that several runs did not settle.
 */
export class DatabaseUnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus = 503
  readonly retryAfterSeconds = DATABASE_RETRY_SECONDS

  constructor(cause: unknown) {
    super(`A database of the platform does not take this request right now. ${SEND_AGAIN}`, {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
    this.cause = cause
  }

  protected override get clientAdvice(): string {
    return SEND_AGAIN
  }

  override get isTemporary(): boolean {
    return true
  }
}

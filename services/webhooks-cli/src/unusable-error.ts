/** The reason why a command could not be done, and the remedy; the exit code is 1. */
export class UnusableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The operator API refuses a request. */
export class RefusedError extends UnusableError {
  /** HTTP status of the response. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** The reason why a command cannot run, and the remedy; the exit code is 2. */
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

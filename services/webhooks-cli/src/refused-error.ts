import { CommandFailedError } from '@takeoff/kit/service/command-line'

/** The operator API refuses a request. */
export class RefusedError extends CommandFailedError {
  /** HTTP status of the response. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

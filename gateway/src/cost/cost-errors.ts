import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'

/** Refused before anything is fetched. */
export class CostExceededError extends AppError {
  override readonly code = 'COST_EXCEEDED'

  constructor(requested: number, max: number) {
    super(
      `The operation may cost ${requested} points; at most ${max} are served. Request fewer elements of its lists, or split it into several.`,
      { requested, max },
    )
  }
}

export class OperationTooLargeError extends AppError {
  override readonly code = 'COST_EXCEEDED'

  constructor(max: number) {
    super(
      `The operation requests more than ${max} fields when its fragments are expanded. Split it into several.`,
    )
  }
}

export class SlicingArgumentError extends BadUserInputError {
  constructor(coordinate: string, names: readonly string[]) {
    super(`${coordinate} needs exactly one of ${names.join(', ')}.`, names[0] ?? '')
  }
}

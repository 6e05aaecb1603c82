import { z } from 'zod'

/** A message that violates the contract. `issues` names each violation by its path. */
export class ContractError extends Error {
  readonly issues: readonly string[]

  constructor(what: string, error: z.ZodError) {
    const issues = error.issues.map(
      (issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`,
    )
    super(`${what} violates the contract: ${issues.join('; ')}`)
    this.name = 'ContractError'
    this.issues = issues
  }
}

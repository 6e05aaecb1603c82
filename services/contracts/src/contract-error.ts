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

/** @throws ContractError naming each violation by its path */
export function parseContract<T>(schema: z.ZodType<T>, what: string, json: unknown): T {
  const result = schema.safeParse(json)
  if (!result.success) throw new ContractError(what, result.error)
  return result.data
}

import { integer, optionalUrl } from '@takeoff/kit/service/config'
import type { ConfigOf } from '@takeoff/kit/service/config'

/** Variables of the callers' budgets. */
export const budgetVariables = {
  budgetOrganizationPerSecond: integer('BUDGET_ORGANIZATION_PER_SECOND', {
    default: 50_000,
    max: 1_000_000_000,
    about:
      'Points that flow back to the budget of an organization each second; 0 for no such budget.',
  }),
  budgetOrganizationBurst: integer('BUDGET_ORGANIZATION_BURST', {
    default: 3_000_000,
    min: 1,
    max: 1_000_000_000,
    about: 'Most points that an organization may use at once; no less than `COST_MAX`.',
  }),
  budgetTokenPerSecond: integer('BUDGET_TOKEN_PER_SECOND', {
    default: 25_000,
    max: 1_000_000_000,
    about: 'Points that flow back to the budget of a token each second; 0 for no such budget.',
  }),
  budgetTokenBurst: integer('BUDGET_TOKEN_BURST', {
    default: 1_500_000,
    min: 1,
    max: 1_000_000_000,
    about: 'Most points that a token may use at once; no less than `COST_MAX`.',
  }),
  budgetRedisUrl: optionalUrl('BUDGET_REDIS_URL', {
    protocols: ['redis', 'rediss'],
    secret: true,
    about:
      'Redis in which all gateways keep budgets together; without it each process has its own.',
  }),
}

/** Contradictions between settings: an operation within the limit must be within a full budget. */
export function budgetViolations(
  config: ConfigOf<typeof budgetVariables> & { readonly costMax: number },
): string[] {
  const bursts = [
    [
      'BUDGET_ORGANIZATION_BURST',
      config.budgetOrganizationPerSecond,
      config.budgetOrganizationBurst,
    ],
    ['BUDGET_TOKEN_BURST', config.budgetTokenPerSecond, config.budgetTokenBurst],
  ] as const
  return bursts.flatMap(([name, perSecond, burst]) =>
    perSecond > 0 && burst < config.costMax
      ? [`${name} must be COST_MAX (${config.costMax}) or more`]
      : [],
  )
}

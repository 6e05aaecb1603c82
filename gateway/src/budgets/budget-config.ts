import { REDIS_PROTOCOLS, redisUrlViolation } from '@takeoff/kit/redis/redis-url'
import { integer } from '@takeoff/kit/service/config'
import type { ConfigOf } from '@takeoff/kit/service/config'
import { optionalHostsUrl } from '@takeoff/kit/service/host-list'

/** Environment variables of the budgets of organizations and access tokens. */
export const budgetVariables = {
  budgetOrganizationPerSecond: integer('BUDGET_ORGANIZATION_PER_SECOND', {
    default: 50_000,
    max: 1_000_000_000,
    about:
      'Points by which the budget of an organization refills each second; 0 turns this budget off.',
  }),
  budgetOrganizationBurst: integer('BUDGET_ORGANIZATION_BURST', {
    default: 3_000_000,
    min: 1,
    max: 1_000_000_000,
    about: 'Maximum points that an organization may use at once; no less than `COST_MAX`.',
  }),
  budgetTokenPerSecond: integer('BUDGET_TOKEN_PER_SECOND', {
    default: 25_000,
    max: 1_000_000_000,
    about:
      'Points by which the budget of an access token refills each second; 0 turns this budget off.',
  }),
  budgetTokenBurst: integer('BUDGET_TOKEN_BURST', {
    default: 1_500_000,
    min: 1,
    max: 1_000_000_000,
    about: 'Maximum points that an access token may use at once; no less than `COST_MAX`.',
  }),
  budgetRedisUrl: optionalHostsUrl('BUDGET_REDIS_URL', {
    protocols: REDIS_PROTOCOLS,
    violation: redisUrlViolation,
    secret: true,
    about:
      'Redis in which all gateways share the budgets; or Sentinels: `redis+sentinel://s1:26379,s2:26379/mymaster`. Without it each process counts alone.',
  }),
}

/** Violations of the rule that a full budget allows every operation that COST_MAX allows. */
export function budgetViolations(
  config: Partial<ConfigOf<typeof budgetVariables> & { readonly costMax: number }>,
): readonly string[] {
  const { costMax } = config
  if (costMax === undefined) return []
  const bursts = [
    [
      'BUDGET_ORGANIZATION_BURST',
      config.budgetOrganizationPerSecond,
      config.budgetOrganizationBurst,
    ],
    ['BUDGET_TOKEN_BURST', config.budgetTokenPerSecond, config.budgetTokenBurst],
  ] as const
  return bursts.flatMap(([name, perSecond = 0, burst = costMax]) =>
    perSecond > 0 && burst < costMax ? [`${name} must be COST_MAX (${costMax}) or more`] : [],
  )
}

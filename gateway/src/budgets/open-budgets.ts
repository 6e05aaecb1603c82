import type { ConfigOf } from '@takeoff/kit/service/config'
import type { Logger } from '@takeoff/kit/service/logger'
import type { budgetVariables } from './budget-config.ts'
import { Budgets } from './budgets.ts'
import type { Budget, Buckets } from './buckets.ts'
import { LocalBuckets } from './local-buckets.ts'
import { SharedBuckets } from './shared-buckets.ts'

type BudgetConfig = ConfigOf<typeof budgetVariables> & { readonly reusePort: boolean }

/** The budgets of a configuration, in Redis where there is one. The stack closes the connection to it. */
export async function openBudgets(
  config: BudgetConfig,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<Budgets> {
  const local = new LocalBuckets()
  if (config.budgetRedisUrl === undefined) {
    if (config.reusePort)
      logger.info(
        'no BUDGET_REDIS_URL: each gateway process keeps budgets of its own, which multiplies them',
      )
    return budgetsIn(local, config)
  }
  // The client has some 500 modules, which most gateways never need.
  const { RedisBuckets } = await import('./redis-buckets.ts')
  const shared = stack.use(await RedisBuckets.open(config.budgetRedisUrl))
  return budgetsIn(new SharedBuckets(shared, local, logger), config)
}

function budgetsIn(buckets: Buckets, config: ConfigOf<typeof budgetVariables>): Budgets {
  return new Budgets({
    buckets,
    organization: budgetOf('organization', {
      pointsPerSecond: config.budgetOrganizationPerSecond,
      burst: config.budgetOrganizationBurst,
    }),
    token: budgetOf('token', {
      pointsPerSecond: config.budgetTokenPerSecond,
      burst: config.budgetTokenBurst,
    }),
  })
}

function budgetOf(name: string, rest: Omit<Budget, 'name'>): Budget | undefined {
  return rest.pointsPerSecond === 0 ? undefined : { name, ...rest }
}

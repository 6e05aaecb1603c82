import type { ConfigOf } from '@takeoff/kit/service/config'
import type { Logger } from '@takeoff/kit/service/logger'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { Gauge } from 'prom-client'
import type { budgetVariables } from './budget-config.ts'
import { Budgets } from './budgets.ts'
import type { Budget, Buckets } from './buckets.ts'
import { LocalBuckets } from './local-buckets.ts'
import { SharedBuckets } from './shared-buckets.ts'

type BudgetConfig = ConfigOf<typeof budgetVariables> & { readonly reusePort: boolean }

interface BudgetDependencies {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Closes the connection to Redis. */
  readonly stack: AsyncDisposableStack
}

/** The budgets of a configuration, in Redis where there is one. */
export async function openBudgets(
  config: BudgetConfig,
  { logger, metrics, stack }: BudgetDependencies,
): Promise<Budgets> {
  const local = new LocalBuckets()
  if (config.budgetRedisUrl === undefined) {
    measureOutage(metrics, () => false)
    if (config.reusePort)
      logger.info(
        'no BUDGET_REDIS_URL: each gateway process keeps budgets of its own, which multiplies them',
      )
    return budgetsIn(local, config)
  }
  // The client has some 500 modules, which most gateways never need.
  const { RedisBuckets } = await import('./redis-buckets.ts')
  const shared = stack.use(await RedisBuckets.open(config.budgetRedisUrl))
  const buckets = new SharedBuckets(shared, local, logger)
  measureOutage(metrics, () => buckets.isUnavailable)
  return budgetsIn(buckets, config)
}

/** Also reported without a Redis, so that a rule for all gateways finds the metric. */
function measureOutage(metrics: Metrics, isAway: () => boolean): void {
  const gauge: Gauge = new Gauge({
    name: 'gateway_budgets_redis_away',
    help: '1 while the process counts budgets alone because the Redis of BUDGET_REDIS_URL did not respond to its last charge; 0 also without such a Redis.',
    registers: [metrics],
    collect: () => gauge.set(isAway() ? 1 : 0),
  })
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

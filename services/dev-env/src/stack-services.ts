import type { ServiceName } from './service-name.ts'
import { superviseService } from './supervisor.ts'
import type { ServicePlan, SupervisedService, SupervisorOptions } from './supervisor.ts'

/** All services and the gateway, each in a process of its own. */
export interface StackServices extends AsyncDisposable {
  areReady(): boolean
  kill9(name: ServiceName): Promise<void>
}

/**
 * Starts all at once; resolves when all serve.
 * @throws Error of the first that does not come up, after the others were stopped
 */
export async function startServices(
  plans: readonly ServicePlan[],
  options: SupervisorOptions,
): Promise<StackServices> {
  const outcomes = await Promise.allSettled(plans.map((plan) => superviseService(plan, options)))
  const services = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure !== undefined) {
    await stopInOrder(services)
    throw failure.reason
  }
  return {
    areReady: () => services.every((service) => service.isReady()),
    async kill9(name) {
      await services.find((service) => service.name === name)?.kill9()
    },
    [Symbol.asyncDispose]: () => stopInOrder(services),
  }
}

/** The gateway first, so that nothing new comes in; then those that may still have to tell events and orders; then who hears them. */
async function stopInOrder(services: readonly SupervisedService[]): Promise<void> {
  const byName = (names: readonly ServiceName[]): SupervisedService[] =>
    services.filter(({ name }) => names.some((n) => n === name))
  for (const group of [
    byName(['gateway']),
    byName(['production-lists', 'order-documents']),
    byName(['webhooks', 'provider-simulator']),
  ]) {
    await Promise.all(group.map((service) => service[Symbol.asyncDispose]()))
  }
}

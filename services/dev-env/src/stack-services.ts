import { invariant } from '@takeoff/kit/values/invariant'
import type { ProcessName, ServiceName } from './service-name.ts'
import { superviseService } from './supervisor.ts'
import type { ServicePlan, SupervisedService, SupervisorOptions } from './supervisor.ts'

/** All services and the gateway, each in a process of its own. */
export interface StackServices extends AsyncDisposable {
  areReady(): boolean
  /** @throws Error when there is no such process */
  named(name: ProcessName): SupervisedService
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
    named(name) {
      const service = services.find((one) => one.name === name)
      invariant(service !== undefined, `there is no process ${name}`)
      return service
    },
    [Symbol.asyncDispose]: () => stopInOrder(services),
  }
}

/** The gateway stops first, so that no requests arrive; then the senders of events and orders; then their receivers. */
async function stopInOrder(services: readonly SupervisedService[]): Promise<void> {
  const byName = (names: readonly ServiceName[]): SupervisedService[] =>
    services.filter(({ name }) => names.some((n) => n === name.replace(/-\d+$/, '')))
  for (const group of [
    byName(['gateway']),
    byName(['console', 'production-lists', 'order-documents']),
    byName(['webhooks', 'provider-simulator']),
  ]) {
    await Promise.all(group.map((service) => service[Symbol.asyncDispose]()))
  }
}

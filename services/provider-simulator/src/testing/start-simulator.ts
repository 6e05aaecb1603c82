import { createLogger } from '@takeoff/kit/service/logger'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'
import { controlSimulator } from './simulator-control.ts'
import type { SimulatorControl } from './simulator-control.ts'

export interface TestSimulator extends AsyncDisposable {
  readonly url: string
  readonly accessToken: string
  readonly control: SimulatorControl
}

/** A simulator in this process, over real HTTP. */
export async function startSimulator(now?: () => Date): Promise<TestSimulator> {
  const config = readConfig({})
  const service = await startService(config, createLogger('provider-simulator', 'silent'), now)
  return {
    url: service.url,
    accessToken: config.accessToken,
    control: controlSimulator({ url: service.url, accessToken: config.accessToken }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

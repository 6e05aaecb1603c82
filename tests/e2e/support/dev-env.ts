import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { inject } from 'vitest'
import { controlMethods } from '../../setup/control-server.ts'
import type { ControlMethod, SentDevEnv } from '../../setup/control-server.ts'

/** The stack that all end-to-end tests of a worker share, as seen by the worker. */
export type SharedDevEnv = SentDevEnv & Pick<DevEnv, ControlMethod>

// The first import of this module starts the stack.
const devEnv: SharedDevEnv = { ...(await control<SentDevEnv>('describe')), ...methods() }

export function sharedDevEnv(): SharedDevEnv {
  return devEnv
}

function methods(): Pick<DevEnv, ControlMethod> {
  return Object.fromEntries(
    controlMethods.map((method) => [method, (...args: unknown[]) => control(method, args)]),
  ) as unknown as Pick<DevEnv, ControlMethod>
}

async function control<T>(
  method: ControlMethod | 'describe',
  args: readonly unknown[] = [],
): Promise<T> {
  const response = await fetch(inject('controlUrl'), {
    method: 'POST',
    body: JSON.stringify({ worker: process.env.VITEST_POOL_ID, method, args }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: string }
  if (error !== undefined) throw new Error(error)
  return result
}

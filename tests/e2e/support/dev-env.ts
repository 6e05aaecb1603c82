import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { inject } from 'vitest'
import { controlMethods } from '../../setup/control-server.ts'
import type { ControlMethod } from '../../setup/control-server.ts'
import type { ProvidedDevEnv } from '../../setup/e2e.ts'

/** The stack that all end-to-end tests share, as a test worker sees it. */
export type SharedDevEnv = ProvidedDevEnv & Pick<DevEnv, ControlMethod>

export function sharedDevEnv(): SharedDevEnv {
  const provided = inject('devEnv')
  const call =
    (method: ControlMethod) =>
    async (...args: readonly unknown[]): Promise<never> => {
      const response = await fetch(provided.controlUrl, {
        method: 'POST',
        body: JSON.stringify({ method, args }),
      })
      const { result, error } = (await response.json()) as { result: never; error?: string }
      if (error !== undefined) throw new Error(error)
      return result
    }
  const methods = Object.fromEntries(
    controlMethods.map((method) => [method, call(method)]),
  ) as unknown as Pick<DevEnv, ControlMethod>
  return { ...provided, ...methods }
}

import { requireScope } from '@takeoff/kit/auth'
import type { Context } from '../context.ts'

/** Every operation of this subgraph needs the same scope. */
export function requireManage({ caller }: Context): void {
  requireScope(caller, 'webhooks:manage')
}

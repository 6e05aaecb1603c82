import { requireScope } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'

/** Every operation of this subgraph needs the same scope. */
export function requireManage({ caller }: Context): void {
  requireScope(caller, 'webhooks:manage')
}

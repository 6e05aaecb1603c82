import { auditVerify } from './audit-verify.ts'
import type { Command } from './command.ts'
import { listen } from './listen.ts'
import { poisonDiscard, poisonShow, requeuePoison } from './poison.ts'
import { requeueDead } from './requeue-dead.ts'
import { requeueFailed } from './requeue-failed.ts'
import { stuck } from './stuck.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  listen,
  stuck,
  requeueFailed,
  requeueDead,
  requeuePoison,
  poisonShow,
  poisonDiscard,
  auditVerify,
]

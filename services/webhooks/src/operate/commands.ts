import type { Command } from './command.ts'
import { listen } from './listen.ts'
import { poisonDiscard, poisonShow } from './poison.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [listen, poisonShow, poisonDiscard]

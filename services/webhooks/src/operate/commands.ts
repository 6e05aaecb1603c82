import type { Command } from './command.ts'
import { poisonDiscard, poisonShow } from './poison.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [poisonShow, poisonDiscard]

import { UnusableError } from './unusable-error.ts'

/**
 * Parses ids from arguments; undefined for `--all`.
 * @throws UnusableError with neither or both, or for an invalid id
 */
export function readMessageIds(args: readonly string[], isAll: boolean): number[] | undefined {
  if (isAll === args.length > 0) throw new UnusableError('Give ids of messages, or --all.')
  return isAll ? undefined : args.map(readMessageId)
}

export function readMessageId(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UnusableError(`"${text}" is no id of a message. "poison show" lists them.`)
}

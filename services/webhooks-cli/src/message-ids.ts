import { UsageError } from '@takeoff/kit/service/command-line'

/**
 * Parses ids from arguments, each once; undefined for `--all`.
 * @throws UsageError with neither or both, or for an invalid id
 */
export function readMessageIds(args: readonly string[], isAll: boolean): number[] | undefined {
  if (isAll === args.length > 0) throw new UsageError('Give ids of messages, or --all.')
  return isAll ? undefined : [...new Set(args.map(readMessageId))]
}

export function readMessageId(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UsageError(`"${text}" is no id of a message. "poison show" lists them.`)
}

import { TakeoffError } from '@takeoff/client'
import type {
  FullListFragment,
  ListUpdateMutationVariables,
} from '../../../generated/operations.ts'

/** What the server does not accept of a save: a line, and a field of it. */
export interface RefusedLine {
  readonly name: string
  readonly field: string
}

/**
 * The line that a refusal means. The server names it by its place in the request, which a person does not see.
 * @param request that was refused
 * @returns undefined for an error that is not about one line
 */
export function refusedLine(
  error: unknown,
  request: ListUpdateMutationVariables | undefined,
  { listItems }: Pick<FullListFragment, 'listItems'>,
): RefusedLine | undefined {
  if (!(error instanceof TakeoffError) || error.argument === undefined) return undefined
  const [, argument, place, field = ''] =
    /^(listItems|addListItems)\[(\d+)\]\.?(\w*)/.exec(error.argument) ?? []
  const index = Number(place)
  const changed =
    argument === 'listItems' ? [request?.listItems ?? []].flat()[index]?.id : undefined
  const name =
    argument === 'addListItems'
      ? [request?.addListItems ?? []].flat()[index]?.name
      : listItems.find(({ id }) => id === changed)?.name
  return name === undefined ? undefined : { name, field }
}

import { GraphQLError, locatedError, responsePathAsArray } from 'graphql'
import { nameOf } from './field-site.ts'
import type { FieldSite } from './field-site.ts'
import { abandon, allOf, isPending, isPromise } from './completion.ts'
import type { Complete, Eventual, Json, Path, Run } from './completion.ts'

interface Items {
  readonly site: FieldSite
  readonly complete: Complete
  readonly isNullable: boolean
}

/** Completes each item; one that fails is null where the type allows it, else the list fails. */
export function completeList(items: Items): Complete {
  return (value, path, run) => {
    if (!isIterable(value)) {
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${nameOf(items.site)}".`,
      )
    }
    const jsons: Eventual<Json>[] = []
    let isAnyPending = false
    try {
      for (const item of value) {
        const json = itemJson(
          items,
          item,
          { prev: path, key: jsons.length, typename: undefined },
          run,
        )
        isAnyPending ||= isPending(json)
        jsons.push(json)
      }
    } catch (error) {
      if (isAnyPending) abandon(jsons)
      throw error
    }
    return isAnyPending ? allOf(jsons).then(listJson) : listJson(jsons as Json[])
  }
}

function itemJson(items: Items, item: unknown, path: Path, run: Run): Eventual<Json> {
  const failed = (error: unknown): null => {
    const located = locatedError(error, items.site.nodes, responsePathAsArray(path))
    if (!items.isNullable) throw located
    run.errors.add(located, path)
    return null
  }
  try {
    const json = isPromise(item)
      ? item.then((value) => items.complete(value, path, run))
      : items.complete(item, path, run)
    return isPending(json) ? json.then(undefined, failed) : json
  } catch (error) {
    return failed(error)
  }
}

function listJson(jsons: readonly Json[]): string {
  let text = '['
  let separator = ''
  for (const json of jsons) {
    text += separator + json
    separator = ','
  }
  return `${text}]`
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

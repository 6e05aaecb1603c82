import { diff } from '@graphql-inspector/core'
import { getOperationAST } from 'graphql'
import { apiSchemaOf } from '../composition/compose.ts'
import type { Published } from '../registry/check.ts'
import { deprecatedUses } from '../registry/deprecated-uses.ts'
import { documentsOf } from '../registry/operation-records.ts'
import type { History, PublishedVersion, Registry } from '../registry/registry.ts'
import { reportOperations } from './report.ts'
import { UsageError } from '@takeoff/kit/service/command-line'

type Print = (line: string) => void

/** Prints the recorded operations that use something deprecated. Returns the exit code: 1 when there are any. */
export async function runDeprecated(
  { registry, operations }: Published,
  print: Print,
): Promise<0 | 1> {
  if (operations === undefined)
    throw new UsageError('No operations are recorded: set SUPERGRAPH_OPERATIONS.')
  const { history } = await registry.history()
  if (history === undefined) throw new UsageError('Nothing is published yet.')
  const schema = apiSchemaOf((await registry.current(history)).supergraphSdl)
  const records = await operations.read()
  const using = documentsOf(records).flatMap(({ record, document }) => {
    const name = getOperationAST(document, record.operationName)?.name?.value
    const errors = deprecatedUses(schema, document, name)
    return errors.length > 0 ? [{ record, errors }] : []
  })
  reportOperations('deprecated', using, print)
  print(`${using.length} of ${records.length} recorded operations use something deprecated.`)
  return using.length > 0 ? 1 : 0
}

/** Prints what each version changed for clients, newest first, as JSON. Returns the exit code. */
export async function runChanges(registry: Registry, print: Print): Promise<0> {
  const { history } = await registry.history()
  const versions = history?.versions ?? []
  const changes = []
  const kept = new Set(versions.map(({ id }) => id))
  for (const [index, version] of versions.entries()) {
    // Entries of earlier releases do not name it.
    const before = version.previous === undefined ? versions[index + 1]?.id : version.previous
    if (history !== undefined && before !== null && before !== undefined && kept.has(before))
      changes.push(await changesOf(registry, history, { before, version }))
  }
  print(JSON.stringify(changes, undefined, 2))
  return 0
}

async function changesOf(
  registry: Registry,
  history: History,
  { before, version }: { readonly before: string; readonly version: PublishedVersion },
) {
  const [old, current] = await Promise.all(
    [before, version.id].map(async (id) =>
      apiSchemaOf((await registry.version(history, id)).supergraphSdl),
    ),
  )
  const found = old === undefined || current === undefined ? [] : await diff(old, current)
  return {
    version: version.id,
    publishedAt: version.publishedAt,
    changes: found.map(({ type, path, message, criticality }) => ({
      type,
      path,
      message,
      criticality: criticality.level,
    })),
  }
}

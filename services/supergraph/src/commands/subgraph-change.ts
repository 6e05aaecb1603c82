import { readFile } from 'node:fs/promises'
import type { Allow } from '../composition/compose.ts'
import { readSupergraphConfig } from '../composition/supergraph-config.ts'
import type { SubgraphSchema } from '../composition/supergraph-config.ts'
import type { SubgraphChange } from '../registry/check.ts'
import { UsageError } from '@takeoff/kit/service/command-line'
import { errorMessage } from '@takeoff/kit/values/caught'

/** The operand and options of `check` and `publish`. */
export interface ChangeArguments {
  /** Undefined with `--all`. */
  readonly subgraph: string | undefined
  readonly schema?: string
  readonly url?: string
  readonly all: boolean
  /** The supergraph.yaml of `--all`. */
  readonly config: string
  readonly allow: Allow
}

/** @throws UsageError, SupergraphConfigError */
export async function readChange(given: ChangeArguments): Promise<SubgraphChange> {
  const { subgraph: name, schema, url, all, config, allow } = given
  if (all) {
    if ((name ?? schema ?? url) !== undefined)
      throw new UsageError(
        '--all takes the subgraphs, their schemas and addresses from supergraph.yaml; name none.',
      )
    const subgraphs = await readSupergraphConfig(config)
    return { changed: subgraphs.map(({ name }) => name), change: () => subgraphs, allow }
  }
  if (name === undefined)
    throw new UsageError('Name the subgraph, or say --all for all of supergraph.yaml.')
  if (schema === undefined) throw new UsageError(`Name the schema of ${name}: --schema FILE`)
  const sdl = await readSchema(schema)
  return {
    changed: [name],
    change: (published) => withSubgraph(published, { name, sdl, url }),
    allow,
  }
}

/** A subgraph that is published already keeps its address unless another is given. */
function withSubgraph(
  published: readonly SubgraphSchema[],
  { name, sdl, url }: Omit<SubgraphSchema, 'url'> & { readonly url: string | undefined },
): readonly SubgraphSchema[] {
  const before = published.find((subgraph) => subgraph.name === name)
  const address = url ?? before?.url
  if (address === undefined) {
    const names = published.map((subgraph) => subgraph.name).join(', ')
    throw new UsageError(
      `${name} is not published yet${names && ` (published are ${names})`}. Say where it is reached: --url http://…/graphql`,
    )
  }
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new UsageError(
      `--url must be an address that begins with http:// or https://, not ${address}`,
    )
  return [...published.filter((subgraph) => subgraph !== before), { name, sdl, url: address }]
}

async function readSchema(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`The schema ${path} cannot be read: ${errorMessage(error)}`)
  }
}

import { readFile } from 'node:fs/promises'
import type { PublishOptions } from './publish.ts'
import { readSupergraphConfig } from './supergraph-config.ts'
import type { SubgraphSchema } from './supergraph-config.ts'
import { UsageError } from './usage-error.ts'

export interface SubgraphArguments {
  /** Undefined with `--all`. */
  readonly subgraph: string | undefined
  readonly schema?: string
  readonly url?: string
  readonly all: boolean
  /** The supergraph.yaml of `--all`. */
  readonly config: string
}

type Change = Pick<PublishOptions, 'change' | 'changed'>

/**
 * What `check` and `publish` are asked to change.
 * @throws UsageError, SupergraphConfigError
 */
export async function readChange(given: SubgraphArguments): Promise<Change> {
  if (given.all) return everything(given)
  const { subgraph: name, schema } = given
  if (name === undefined)
    throw new UsageError('Name the subgraph, or say --all for all of supergraph.yaml.')
  if (schema === undefined) throw new UsageError(`Name the schema of ${name}: --schema FILE`)
  const sdl = await readSchema(schema)
  return {
    changed: [name],
    change: (published) => withSubgraph(published, { name, sdl, url: given.url }),
  }
}

async function everything({ subgraph, schema, url, config }: SubgraphArguments): Promise<Change> {
  if ((subgraph ?? schema ?? url) !== undefined)
    throw new UsageError(
      '--all takes the subgraphs, their schemas and addresses from supergraph.yaml; name none.',
    )
  const subgraphs = await readSupergraphConfig(config)
  return { changed: subgraphs.map(({ name }) => name), change: () => subgraphs }
}

function withSubgraph(
  published: readonly SubgraphSchema[],
  {
    name,
    sdl,
    url,
  }: { readonly name: string; readonly sdl: string; readonly url: string | undefined },
): readonly SubgraphSchema[] {
  const before = published.find((subgraph) => subgraph.name === name)
  const address = url ?? before?.url
  if (address === undefined) {
    throw new UsageError(
      `${name} is not published yet${known(published)}. Say where it is reached: --url http://…/graphql`,
    )
  }
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new UsageError(
      `--url must be an address that begins with http:// or https://, not ${address}`,
    )
  return [...published.filter((subgraph) => subgraph !== before), { name, sdl, url: address }]
}

function known(published: readonly SubgraphSchema[]): string {
  if (published.length === 0) return ''
  return ` (published are ${published.map(({ name }) => name).join(', ')})`
}

async function readSchema(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`The schema ${path} cannot be read: ${(error as Error).message}`)
  }
}

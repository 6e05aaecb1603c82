import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A tab that the explorer opens with. */
export interface StarterTab {
  readonly query: string
  /** JSON text. */
  readonly variables?: string
  readonly headers?: string
}

/** Reads the `<name>.graphql` files of a folder, in the order of their names, with `<name>.variables.json` beside them. */
export async function readStarterTabs(folder: string): Promise<StarterTab[]> {
  const names = (await readdir(folder)).toSorted()
  const operations = names.filter((name) => name.endsWith('.graphql'))
  return Promise.all(
    operations.map(async (name) => {
      const query = await readFile(join(folder, name), 'utf8')
      const variablesFile = name.replace(/\.graphql$/, '.variables.json')
      if (!names.includes(variablesFile)) return { query }
      return { query, variables: await readFile(join(folder, variablesFile), 'utf8') }
    }),
  )
}

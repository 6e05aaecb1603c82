import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { composeSupergraph } from '../composition/compose.ts'
import type { Allow } from '../composition/compose.ts'
import { printFindings } from './report.ts'
import { readSupergraphConfig } from '../composition/supergraph-config.ts'

export interface ComposeOptions {
  /** The supergraph.yaml to read. */
  readonly config: string
  /** The supergraph file to write, or to compare with. */
  readonly output: string
  /** Compare instead of writing. */
  readonly check: boolean
  readonly allow: Allow
  readonly print: (line: string) => void
}

/**
 * Composes the subgraphs of supergraph.yaml. Returns the exit code: 0, or 1 when the file needs a change.
 * @throws SupergraphConfigError
 */
export async function runCompose(options: ComposeOptions): Promise<0 | 1> {
  const { config, output, check, allow, print } = options
  const composition = composeSupergraph(await readSupergraphConfig(config), allow)
  if (composition.kind === 'refused') {
    print(`The subgraphs do not compose; ${output} is left as it is.`)
    printFindings('error', composition.errors, print)
    return 1
  }
  printFindings('hint', composition.hints, print)
  if (!check) {
    await writeFile(output, composition.supergraphSdl)
    print(`Wrote ${output}.`)
    return 0
  }
  if (existsSync(output) && (await readFile(output, 'utf8')) === composition.supergraphSdl) {
    print(`${output} is up to date.`)
    return 0
  }
  print(
    `${output} does not fit the subgraph schemas. Run "npm run supergraph -- compose" and commit it.`,
  )
  return 1
}

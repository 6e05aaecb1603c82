import { readFile, writeFile } from 'node:fs/promises'
import { composeSupergraph } from './compose.ts'
import { printFindings } from './print-findings.ts'
import { readSupergraphConfig } from './supergraph-config.ts'

export interface ComposeOptions {
  /** The supergraph.yaml to read. */
  readonly config: string
  /** The supergraph file to write, or to compare with. */
  readonly output: string
  /** Compare instead of writing. */
  readonly check: boolean
  readonly print: (line: string) => void
}

/**
 * Composes what supergraph.yaml names. Answers the exit code: 0, or 1 when something is left to do.
 * @throws SupergraphConfigError
 */
export async function runCompose({ config, output, check, print }: ComposeOptions): Promise<0 | 1> {
  const composition = composeSupergraph(await readSupergraphConfig(config))
  if (composition.kind === 'refused') {
    print(`The subgraphs do not compose; ${output} is left as it is.`)
    printFindings('error', composition.errors, print)
    return 1
  }
  printFindings('hint', composition.hints, print)
  if (check) return compare(output, composition.supergraphSdl, print)
  await writeFile(output, composition.supergraphSdl)
  print(`Wrote ${output}.`)
  return 0
}

async function compare(
  output: string,
  supergraphSdl: string,
  print: (line: string) => void,
): Promise<0 | 1> {
  if ((await readIfThere(output)) === supergraphSdl) {
    print(`${output} is up to date.`)
    return 0
  }
  print(
    `${output} does not fit the subgraph schemas. Run "npm run supergraph -- compose" and commit it.`,
  )
  return 1
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

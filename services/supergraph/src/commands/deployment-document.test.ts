import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSupergraph } from './cli.ts'
import { createFolderStore } from '../registry/folder-store.ts'
import { RecordedOperations } from '../registry/recorded-operations.ts'
import { Registry } from '../registry/registry.ts'
import { createKeyPair } from '../signing-keys.ts'

/** docs/deployment.md: its files are written and its commands run, in the order of the page. */
const page = await readFile(new URL('../../../../docs/deployment.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```(yaml|graphql|sh)(?: (\S+))?\n([\s\S]*?)```/g)].map(
  ([, language = '', note = '', text = '']) => ({ language, note, text }),
)

let folder = ''
let registry: Registry
let operations: RecordedOperations
const { signingKey } = createKeyPair()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployment-'))
  await mkdir(join(folder, 'registry'))
  await mkdir(join(folder, 'operations'))
  registry = new Registry(createFolderStore(join(folder, 'registry')), [])
  operations = new RecordedOperations(createFolderStore(join(folder, 'operations')))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const { history } = await registry.history()
  const args = command
    .replace('npm run supergraph -- ', '')
    .replace('VERSION', history?.versions[1]?.id ?? '')
    .split(' ')
    .map((word) => (word.endsWith('.graphql') ? join(folder, word) : word))
  const config = args.includes('--all') ? ['--config', join(folder, 'supergraph.yaml')] : []
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const env = {
    SUPERGRAPH_REGISTRY: join(folder, 'registry'),
    SUPERGRAPH_OPERATIONS: join(folder, 'operations'),
    SUPERGRAPH_SIGNING_KEY: signingKey,
  }
  const code = await runSupergraph([...args, ...config], { print, printError: print, env })
  return { code, output: lines.join('\n') }
}

/** A client that still requests the field to be removed, as a gateway records it, seen `lastSeenAt`. */
async function record(lastSeenAt: Date): Promise<void> {
  const document = 'query Cover { books { subtitle } }'
  const seen = {
    hash: 'h',
    document,
    operationName: null,
    exact: true,
    count: 3,
    clients: ['shop'],
  }
  await operations.add([{ ...seen, lastSeenAt: lastSeenAt.toISOString() }], lastSeenAt)
}

it('every command of docs/deployment.md works as documented', async () => {
  let commands = 0
  for (const { language, note, text } of blocks) {
    if (language !== 'sh') {
      await writeFile(join(folder, note), text)
      continue
    }
    if (note === 'in-use') await record(new Date())
    for (const command of text.trim().split('\n')) {
      const { code, output } = await run(command)
      const expected = note === 'in-use' ? /: 1\n[^]*Cover, sent 3 times by shop/ : /: 0\n/
      expect(`${command}: ${code}\n${output}`).toMatch(expected)
      commands += 1
    }
    // Two months later no client has sent it again.
    if (note === 'in-use') await operations.add([], new Date(Date.now() + 60 * 86_400_000))
  }
  expect(commands).toBeGreaterThanOrEqual(12)
})

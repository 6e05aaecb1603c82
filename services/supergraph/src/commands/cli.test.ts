import { createPublicKey } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runSupergraph } from './cli.ts'
import { runChanges } from './schema-commands.ts'
import { createFolderStore } from '../registry/folder-store.ts'
import { RecordedOperations } from '../registry/recorded-operations.ts'
import { Registry } from '../registry/registry.ts'
import { isSignedBy } from '../registry/signature.ts'
import { createKeyPair } from '../signing-keys.ts'
import { versionOf } from '../registry/version.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@shareable"])'
const CATALOG = `${LINK}
  type Query { book: Book }
  type Book @key(fields: "id") { id: ID! title: String subtitle: String }`
const STOCK = `${LINK}
  type Book @key(fields: "id") { id: ID! copies: Int }`

let folder = ''
let registry: Registry
let operations: RecordedOperations
let keys: ReturnType<typeof createKeyPair>
/** Further variables of the command. */
let more: Record<string, string> = {}
let printed: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supergraph-'))
  await mkdir(join(folder, 'registry'))
  await mkdir(join(folder, 'operations'))
  registry = new Registry(createFolderStore(join(folder, 'registry')), 'any')
  operations = new RecordedOperations(createFolderStore(join(folder, 'operations')))
  keys = createKeyPair()
  more = {}
  printed = []
})

afterEach(() => rm(folder, { recursive: true }))

async function supergraph(...args: string[]): Promise<number> {
  printed = []
  const print = (line: string) => void printed.push(line)
  const env = {
    SUPERGRAPH_REGISTRY: join(folder, 'registry'),
    SUPERGRAPH_OPERATIONS: join(folder, 'operations'),
    SUPERGRAPH_SIGNING_KEY: keys.signingKey,
    ...more,
  }
  return runSupergraph(args, { print, printError: print, env })
}

async function schema(sdl: string): Promise<string> {
  const file = join(folder, 'schema.graphql')
  await writeFile(file, sdl)
  return file
}

async function publish(name: string, sdl: string, ...more: string[]): Promise<number> {
  const file = await schema(sdl)
  return supergraph('publish', name, '--schema', file, '--url', `http://${name}/graphql`, ...more)
}

async function check(name: string, sdl: string, ...more: string[]): Promise<number> {
  return supergraph('check', name, '--schema', await schema(sdl), ...more)
}

const output = (): string => printed.join('\n')
const current = async () => {
  const { history = { current: '', versions: [] } } = await registry.history()
  return registry.current(history)
}

async function record(document: string, more = {}): Promise<void> {
  const lastSeenAt = '2026-01-02T03:04:05.678Z'
  const seen = { hash: document, document, operationName: null, exact: true, count: 7 }
  await operations.add([{ ...seen, lastSeenAt, clients: [], ...more }], new Date(lastSeenAt))
}

describe('publish', () => {
  it('composes a subgraph with the published ones', async () => {
    expect(await publish('catalog', CATALOG)).toBe(0)
    expect(await publish('stock', STOCK)).toBe(0)
    const { subgraphs, supergraphSdl } = await current()
    expect(subgraphs.map(({ name, url }) => [name, url])).toEqual([
      ['catalog', 'http://catalog/graphql'],
      ['stock', 'http://stock/graphql'],
    ])
    expect(supergraphSdl).toContain('copies: Int')
  })

  it('keeps the address when none is given, and needs one for a subgraph that is new', async () => {
    await publish('catalog', CATALOG)
    const file = await schema(CATALOG.replace('title', 'name: Int title'))
    expect(await supergraph('publish', 'catalog', '--schema', file)).toBe(0)
    expect((await current()).subgraphs[0]?.url).toBe('http://catalog/graphql')
    expect(await supergraph('publish', 'stock', '--schema', await schema(STOCK))).toBe(2)
    expect(output()).toContain('stock is not published yet (published are catalog). Say where')
  })

  it('refuses subgraphs that do not compose, and keeps the current version', async () => {
    await publish('catalog', CATALOG)
    expect(await publish('stock', STOCK.replace('copies', 'title'))).toBe(1)
    expect(output()).toMatch(/INVALID_FIELD_SHARING[\s\S]*Nothing was published/)
    expect((await current()).subgraphs).toHaveLength(1)
  })

  it('refuses a subgraph at which the composition library throws, and names it', async () => {
    await publish('catalog', CATALOG)
    const { id } = await current()
    const odd = CATALOG.replace('type Query', '@link(url: "nowhere") type Query')
    expect(await publish('catalog', odd)).toBe(1)
    expect(output()).toContain(
      '[catalog] The composition library fails on this schema: Invalid URL',
    )
    expect(await check('catalog', odd)).toBe(1)
    expect((await current()).id).toBe(id)
  })

  it('refuses constructs that the planner handles wrongly, unless allowed; then they do not block other changes', async () => {
    const likes = `${LINK.replace('"@key"', '"@key", "@interfaceObject"')}
      type Media @key(fields: "id") @interfaceObject { id: ID! likes: Int }`
    await publish(
      'catalog',
      `${CATALOG} interface Media @key(fields: "id") { id: ID! } extend type Query { media: Media }`,
    )
    expect(await publish('likes', likes)).toBe(1)
    expect(output()).toContain('error INTERFACE_OBJECT_WITHOUT_OBJECTS\n  [likes] Media.likes')
    expect(await check('likes', likes, '--url', 'http://l/')).toBe(1)
    const allow = ['--allow', 'INTERFACE_OBJECT_WITHOUT_OBJECTS']
    expect(await publish('likes', likes, ...allow)).toBe(0)
    expect(output()).toContain('hint INTERFACE_OBJECT_WITHOUT_OBJECTS')
    expect(await publish('stock', STOCK)).toBe(0)
    expect(await check('likes', likes.replace('Int', 'Int dislikes: Int'))).toBe(1)
    expect(output()).toMatch(/Media.dislikes(?![^]*Media.likes)/)
  })

  it('refuses a supergraph that a gateway could not load', async () => {
    const sdl = CATALOG.replace('"@shareable"', '"@authenticated"').replace(
      'title: String',
      'title: String @authenticated',
    )
    expect(await publish('catalog', sdl)).toBe(1)
    expect(output()).toContain('authenticated')
  })

  it('refuses breaking changes, unless they are accepted', async () => {
    await publish('catalog', CATALOG)
    const without = CATALOG.replace('subtitle: String', '')
    expect(await publish('catalog', without)).toBe(1)
    expect(output()).toMatch(/breaking.*'subtitle'[\s\S]*add --accept-breaking/)
    expect(await publish('catalog', without, '--accept-breaking')).toBe(0)
    expect(output()).toContain('accepting what breaks')
    expect((await current()).supergraphSdl).not.toContain('subtitle')
  })

  it('stores nothing when nothing changed', async () => {
    await publish('catalog', CATALOG)
    expect(await publish('catalog', CATALOG)).toBe(0)
    expect(output()).toContain('is published already')
    expect(await readdir(join(folder, 'registry/versions'))).toHaveLength(1)
  })

  it('loses no change when many publish at once', async () => {
    await publish('catalog', CATALOG)
    const names = ['a', 'b', 'c', 'd', 'e']
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, `${name}.graphql`)
        await writeFile(file, `type Query { ${name}: Int }`)
        return { name, file }
      }),
    )
    const codes = await Promise.all(
      files.map(({ name, file }) =>
        supergraph('publish', name, '--schema', file, '--url', 'http://x/'),
      ),
    )
    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect((await current()).subgraphs.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
      'catalog',
      'd',
      'e',
    ])
  })

  it('--all replaces all subgraphs by those of supergraph.yaml', async () => {
    await publish('stock', `${STOCK} type Query { copies: Int }`)
    await schema(CATALOG)
    const yaml = join(folder, 'supergraph.yaml')
    await writeFile(
      yaml,
      'subgraphs: { catalog: { routing_url: http://c/, schema: { file: schema.graphql } } }',
    )
    expect(await supergraph('publish', '--all', '--config', yaml)).toBe(1)
    expect(await supergraph('publish', '--all', '--config', yaml, '--accept-breaking')).toBe(0)
    expect((await current()).subgraphs.map(({ name }) => name)).toEqual(['catalog'])
  })
})

describe('check', () => {
  it('passes over a recorded operation that cannot be read', async () => {
    await publish('catalog', CATALOG)
    await record('{')
    expect(await check('catalog', CATALOG.replace('title', 'name: Int title'))).toBe(0)
  })

  it('says when more operations may be sent than are recorded', async () => {
    await publish('catalog', CATALOG)
    const at = new Date()
    const known = { document: '{ book { title } }', operationName: null, exact: true, clients: [] }
    await operations.add(
      Array.from({ length: 1_000 }, (_, index) => {
        return { ...known, hash: String(index), count: 1, lastSeenAt: at.toISOString() }
      }),
      at,
    )
    expect(await check('catalog', CATALOG)).toBe(0)
    expect(output()).toContain(
      'The record of operations is full: rare ones beyond its 1000 were not checked.',
    )
  })

  it('accepts a new field, and changes nothing', async () => {
    await publish('catalog', CATALOG)
    const { id } = await current()
    expect(await check('catalog', CATALOG.replace('title', 'pages: Int title'))).toBe(0)
    expect(output()).toMatch(/catalog can be published: checked against version \w+ and 0 recorded/)
    expect((await current()).id).toBe(id)
  })

  it('reports breaking changes', async () => {
    await publish('catalog', CATALOG)
    expect(await check('catalog', CATALOG.replace('title: String', 'title: Int'))).toBe(1)
    expect(output()).toMatch(/breaking.*'Book.title' changed type/)
  })

  it('accepts the removal of a deprecated field, unless a recorded operation needs it', async () => {
    await publish('catalog', CATALOG)
    const deprecated = CATALOG.replace('subtitle: String', 'subtitle: String @deprecated')
    expect(await check('catalog', deprecated)).toBe(0)
    await publish('catalog', deprecated)
    const without = CATALOG.replace('subtitle: String', '')
    await record('{ book { title } }')
    expect(await check('catalog', without)).toBe(0)
    await record('query Cover { book { subtitle } }', { operationName: 'Cover', clients: ['shop'] })
    expect(await check('catalog', without)).toBe(1)
    expect(output()).toContain('Cover, sent 7 times by shop, last 2026-01-02T03:04:05.678Z')
    expect(output()).toContain('Cannot query field "subtitle" on type "Book".')
  })

  it('ignores operations that are refused already before the change', async () => {
    await publish('catalog', CATALOG)
    await record('{ gone }')
    expect(await check('catalog', CATALOG)).toBe(0)
  })

  it('composes the first subgraph alone', async () => {
    expect(await check('catalog', CATALOG, '--url', 'http://c/')).toBe(0)
    expect(output()).toContain('an empty registry')
  })
})

describe('list and rollback', () => {
  it('list the versions, and roll back to one and forward again', async () => {
    expect(await supergraph('list')).toBe(0)
    expect(output()).toContain('Nothing is published yet')
    await publish('catalog', CATALOG)
    const first = await current()
    await publish('catalog', CATALOG.replace('title: String', 'title: Int'), '--accept-breaking')
    const second = await current()
    await supergraph('list')
    expect(printed).toEqual([
      expect.stringMatching(`^\\* ${second.id}  \\d{4}-.*Z  catalog \\(accepted what breaks\\)$`),
      expect.stringMatching(`^  ${first.id}  \\d{4}-.*Z  catalog$`),
    ])
    expect(await supergraph('rollback', first.id.slice(0, 6))).toBe(0)
    expect((await current()).id).toBe(first.id)
    await supergraph('list')
    expect(printed[1]).toMatch(`* ${first.id}`)
    expect(await supergraph('rollback', first.id)).toBe(0)
    expect(output()).toContain('is current already')
    expect(await supergraph('rollback', second.id)).toBe(0)
    expect((await current()).id).toBe(second.id)
  })

  it('refuse an unknown or too short id prefix', async () => {
    await publish('catalog', CATALOG)
    const { id } = await current()
    const refusal = async (...args: string[]) => {
      expect(await supergraph('rollback', ...args)).toBe(2)
      return output()
    }
    expect(await refusal('f'.repeat(18))).toContain(`No version begins with ${'f'.repeat(18)}.`)
    expect(await refusal(id.slice(0, 3))).toContain(
      `"${id.slice(0, 3)}" is too short: give at least 4 digits of a version`,
    )
    expect(await refusal('')).toContain('"" is too short')
    expect(await refusal()).toContain('Name the version')
  })

  it('cannot repair a damaged version, and says which file to delete before it is published again', async () => {
    const second = CATALOG.replace('title', 'pages: Int title')
    await publish('catalog', CATALOG)
    const { id: first } = await current()
    await publish('catalog', second)
    const { id } = await current()
    const file = join(folder, `registry/versions/${id}.json`)
    await writeFile(file, '{"subgr')
    expect(await publish('catalog', second)).toBe(1)
    expect(output()).toContain(
      `rollback <id>", delete versions/${id}.json there, and publish again.`,
    )
    expect(await supergraph('rollback', first)).toBe(0)
    expect(await publish('catalog', second)).toBe(1)
    expect(output()).toContain(`delete versions/${id}.json there, and publish again.`)
    expect((await current()).id).toBe(first)
    await rm(file)
    expect(await publish('catalog', second)).toBe(0)
    expect((await current()).id).toBe(id)
  })

  it('refuse a version that is damaged', async () => {
    await publish('catalog', CATALOG)
    const { id } = await current()
    await publish('catalog', CATALOG.replace('title', 'pages: Int title'))
    await writeFile(
      join(folder, `registry/versions/${id}.json`),
      '{"subgraphs":[],"supergraphSdl":""}',
    )
    expect(await supergraph('rollback', id)).toBe(1)
    expect(output()).toContain('is damaged')
  })
})

describe('a published version', () => {
  const elsewhere = CATALOG.replace('title', 'pages: Int title')

  /** What someone who can write the registry can do: another version is current, with the old signature. */
  async function replaceCurrent(): Promise<void> {
    const read = await registry.history()
    const { subgraphs, supergraphSdl } = await current()
    const moved = subgraphs.map((subgraph) => ({ ...subgraph, url: 'http://stranger/graphql' }))
    const version = versionOf(moved, supergraphSdl.replaceAll('//catalog', '//stranger'))
    const { signature = '' } = read.history?.versions[0] ?? {}
    const entry = { publishedAt: '', changed: [], acceptedBreaking: false, signature }
    await registry.publish(read, version, entry)
  }

  it('is signed with the key of its publisher', async () => {
    await publish('catalog', CATALOG)
    const { history } = await registry.history()
    const publicKey = createPublicKey({
      key: Buffer.from(keys.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    const signature = history?.versions[0]?.signature ?? ''
    expect(isSignedBy(await current(), signature, [publicKey])).toBe(true)
  })

  it('is not built upon when no accepted key has signed it', async () => {
    await publish('catalog', CATALOG)
    await replaceCurrent()
    expect(await publish('stock', STOCK)).toBe(1)
    expect(output()).toContain('has no signature of a key in SUPERGRAPH_PUBLIC_KEYS')
    expect(await check('catalog', elsewhere)).toBe(1)
    expect(await publish('stock', STOCK, '--accept-unsigned')).toBe(0)
  })

  it('does not become current again when no accepted key has signed it', async () => {
    await publish('catalog', CATALOG)
    await replaceCurrent()
    const { id } = await current()
    expect(await publish('catalog', elsewhere, '--accept-unsigned')).toBe(0)
    expect(await supergraph('rollback', id)).toBe(1)
  })

  it('of another publisher is accepted with its public key', async () => {
    await publish('catalog', CATALOG)
    const others = keys
    keys = createKeyPair()
    expect(await publish('stock', STOCK)).toBe(1)
    more = { SUPERGRAPH_PUBLIC_KEYS: others.publicKey }
    expect(await publish('stock', STOCK)).toBe(0)
  })

  it('is signed again when it is published with another key', async () => {
    await publish('catalog', CATALOG)
    more = { SUPERGRAPH_PUBLIC_KEYS: keys.publicKey }
    keys = createKeyPair()
    expect(await publish('catalog', CATALOG)).toBe(0)
    expect(output()).toContain('Published version')
    more = {}
    expect(await check('catalog', CATALOG)).toBe(0)
    expect((await registry.history()).history?.versions).toHaveLength(1)
  })

  it('needs a key', async () => {
    more = { SUPERGRAPH_SIGNING_KEY: '' }
    expect(await publish('catalog', CATALOG)).toBe(2)
    expect(output()).toContain('set SUPERGRAPH_SIGNING_KEY')
    more = { SUPERGRAPH_SIGNING_KEY: 'MC4CAQAwBQYDK2VwBCIEIA==' }
    expect(await publish('catalog', CATALOG)).toBe(2)
    expect(output()).toContain('an Ed25519 key in base64')
  })

  it('can be signed with a key that the command line makes', async () => {
    expect(await supergraph('keys')).toBe(0)
    more = Object.fromEntries(printed.map((line) => line.split(/=(.*)/).slice(0, 2)))
    expect(Object.keys(more)).toEqual(['SUPERGRAPH_SIGNING_KEY', 'SUPERGRAPH_PUBLIC_KEYS'])
    expect(await publish('catalog', CATALOG)).toBe(0)
  })
})

describe('a command line', () => {
  it.each([
    [['--help'], 0, 'Usage'],
    [[], 2, 'Name a command. --help'],
    [['frobnicate'], 2, 'There is no command "frobnicate". --help shows what there is.'],
    [['check', 'a', 'b'], 2, 'Only one name'],
    [['compose', 'a', '--check'], 2, 'compose takes no name: a is too much. --help'],
    [['list', 'a'], 2, 'list takes no name'],
    [['deprecated', 'a'], 2, 'deprecated takes no name'],
    [['changes', 'a'], 2, 'changes takes no name'],
    [['keys', 'a'], 2, 'keys takes no name'],
    [['frobnicate', 'a'], 2, 'There is no command'],
    [['publish', 'a'], 2, '--schema FILE'],
    [['publish'], 2, '--all'],
    [['publish', 'a', '--all'], 2, 'name none'],
    [['check', 'a', '--schema', 'nowhere.graphql'], 2, 'nowhere.graphql cannot be read'],
    [['list', '--color'], 2, '--color'],
    [['compose', '--allow', 'ALL'], 2, '--allow takes one of NON_RESOLVABLE_KEY, '],
    [['list', '--registry', '/nowhere/at/all'], 1, 'Create it'],
  ])('%j ends with %i and says why', async (args, code, text) => {
    expect(await supergraph(...args)).toBe(code)
    expect(output()).toContain(text)
  })

  it('needs a registry', async () => {
    const print = (line: string) => void printed.push(line)
    expect(await runSupergraph(['list'], { print, printError: print, env: {} })).toBe(2)
    expect(output()).toContain('set SUPERGRAPH_REGISTRY')
  })
})

describe('a supergraph.yaml that cannot be used', () => {
  it.each(['compose', 'check --all', 'publish --all'])(
    '%s reports the violation',
    async (command) => {
      const yaml = join(folder, 'supergraph.yaml')
      await writeFile(yaml, 'subgraphs: [')
      expect(await supergraph(...command.split(' '), '--config', yaml)).toBe(1)
      expect(output()).toContain(`${yaml} is no YAML`)
    },
  )
})

describe('deprecated', () => {
  const REASON =
    'Part of the title. Deprecated on 2026-01-01; removed on 2027-01-01 at the earliest.'
  const DEPRECATED = CATALOG.replace(
    'subtitle: String',
    `subtitle: String @deprecated(reason: "${REASON}")`,
  )

  it('lists the operations that use something deprecated, with their clients', async () => {
    await publish('catalog', DEPRECATED)
    await record('query Cover { book { subtitle } }', { clients: ['shop'] })
    await record('query Title { book { title } }')
    expect(await supergraph('deprecated')).toBe(1)
    expect(output()).toContain('Cover, sent 7 times by shop, last 2026-01-02T03:04:05.678Z')
    expect(output()).toContain(`The field Book.subtitle is deprecated. ${REASON}`)
    expect(output()).toContain('1 of 2 recorded operations use something deprecated.')
    expect(output()).not.toContain('query Title')
  })

  it('exits with 0 when no client does, and says what is missing', async () => {
    expect(await supergraph('deprecated')).toBe(2)
    expect(output()).toBe('Nothing is published yet.')
    await publish('catalog', DEPRECATED)
    await record('query Title { book { title } }')
    expect(await supergraph('deprecated')).toBe(0)
  })
})

describe('changes', () => {
  it('prints what each version changed for clients, newest first', async () => {
    await publish('catalog', CATALOG)
    await publish('catalog', CATALOG.replace('title: String', 'title: String pages: Int'))
    await publish('catalog', CATALOG, '--accept-breaking')
    await publish('stock', STOCK)
    expect(await supergraph('changes')).toBe(0)
    const changes = JSON.parse(output()) as object[]
    const { id } = await current()
    expect(changes[0]).toMatchObject({
      version: id,
      changes: [{ type: 'FIELD_ADDED', path: 'Book.copies', criticality: 'NON_BREAKING' }],
    })
    expect(changes[1]).toMatchObject({
      changes: [{ type: 'FIELD_REMOVED', path: 'Book.pages', criticality: 'BREAKING' }],
    })
  })

  it('compares a version with the one that it replaced, also after a rollback', async () => {
    await publish('catalog', CATALOG)
    const { id } = await current()
    await publish('catalog', CATALOG.replace('title: String', 'title: String pages: Int'))
    await supergraph('rollback', id)
    await publish('catalog', CATALOG.replace('title: String', 'title: String isbn: String'))
    expect(await supergraph('changes')).toBe(0)
    expect(JSON.parse(output())).toMatchObject([
      { changes: [{ type: 'FIELD_ADDED', path: 'Book.isbn' }] },
      { changes: [{ type: 'FIELD_ADDED', path: 'Book.pages' }] },
    ])
  })

  it('leaves out a version when the one that it replaced is listed no more', async () => {
    await publish('catalog', CATALOG)
    await publish('catalog', CATALOG.replace('title: String', 'title: String pages: Int'))
    const read = await registry.history()
    const { current: id = '', versions = [] } = read.history ?? {}
    const history = { current: id, versions: versions.slice(0, 1) }
    vi.spyOn(registry, 'history').mockResolvedValueOnce({ ...read, history })
    const print = vi.fn<(line: string) => void>()
    expect(await runChanges(registry, print)).toBe(0)
    expect(print).toHaveBeenCalledWith('[]')
  })

  it('are also those of versions that were signed with an earlier key', async () => {
    await publish('catalog', CATALOG)
    more = { SUPERGRAPH_PUBLIC_KEYS: keys.publicKey }
    keys = createKeyPair()
    await publish('catalog', CATALOG.replace('title', 'pages: Int title'))
    more = {}
    expect(await supergraph('changes')).toBe(0)
    expect(JSON.parse(output())).toMatchObject([{ changes: [{ path: 'Book.pages' }] }])
  })

  it('prints an empty list when nothing is published', async () => {
    expect(await supergraph('changes')).toBe(0)
    expect(JSON.parse(output())).toEqual([])
  })
})

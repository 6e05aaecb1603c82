import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCompose } from './compose-command.ts'

const YAML = `
federation_version: =2.12
subgraphs:
  a:
    routing_url: http://a/graphql
    schema:
      file: a.graphql
`

let folder = ''
let printed: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supergraph-'))
  printed = []
  await writeFile(join(folder, 'supergraph.yaml'), YAML)
  await writeFile(join(folder, 'a.graphql'), 'type Query { book: Int }')
})

afterEach(() => rm(folder, { recursive: true }))

function compose(check = false): Promise<0 | 1> {
  return runCompose({
    config: join(folder, 'supergraph.yaml'),
    output: join(folder, 'supergraph.graphql'),
    check,
    allow: () => false,
    print: (line) => printed.push(line),
  })
}

describe('compose', () => {
  it('writes the supergraph', async () => {
    expect(await compose()).toBe(0)
    expect(await readFile(join(folder, 'supergraph.graphql'), 'utf8')).toContain(
      'url: "http://a/graphql"',
    )
  })

  it('--check accepts the written file, and reports what to do after a change', async () => {
    expect(await compose(true)).toBe(1)
    expect(await compose()).toBe(0)
    expect(await compose(true)).toBe(0)
    await writeFile(join(folder, 'a.graphql'), 'type Query { book: String }')
    expect(await compose(true)).toBe(1)
    expect(printed.at(-1)).toContain('Run "npm run supergraph -- compose"')
  })

  it('keeps the file when the subgraphs do not compose', async () => {
    await compose()
    await writeFile(join(folder, 'a.graphql'), 'type Query { book: Book }')
    expect(await compose()).toBe(1)
    expect(printed.join('\n')).toContain('Unknown type')
    await writeFile(
      join(folder, 'a.graphql'),
      'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12") @link(url: "") type Query { a: Int }',
    )
    expect(await compose()).toBe(1)
    expect(printed.join('\n')).toContain('[a] The composition library fails on this schema')
    expect(await readFile(join(folder, 'supergraph.graphql'), 'utf8')).toContain('book: Int')
  })

  it.each([
    ['federation_version: =1.0\nsubgraphs: {}', 'must be a version of Federation 2'],
    ['subgraphs:\n  a:\n    routing_url: x', 'routing_url'],
    [
      'subgraphs:\n  a:\n    routing_url: http://a/\n    schema: { file: b.graphql }',
      'cannot be read',
    ],
    ['subgraphs: [', 'is no YAML'],
  ])('explains what is wrong with %j', async (yaml, message) => {
    await writeFile(join(folder, 'supergraph.yaml'), yaml)
    await expect(compose()).rejects.toThrow(message)
  })
})

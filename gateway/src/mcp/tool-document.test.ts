import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, it } from 'vitest'
import { parseTool, readToolDocuments } from './tool-document.ts'

const BOOKS = `
  "Finds books."
  query find_books("Words of the title." $search: String) @tool(title: "Find books") {
    books(search: $search) { ...Head }
  }
  fragment Head on Book { id }
`

it('is read from a marked operation, without marks in what is sent', () => {
  expect(parseTool('a.graphql', BOOKS)).toMatchObject({
    name: 'find_books',
    title: 'Find books',
    description: 'Finds books.',
    isMutation: false,
    isDestructive: false,
    text: `query find_books($search: String) {
  books(search: $search) {
    ...Head
  }
}

fragment Head on Book {
  id
}`,
  })
})

it('says of a mutation whether it is destructive', () => {
  const source = '"Removes." mutation remove @tool(title: "Remove", isDestructive: true) { remove }'
  expect(parseTool('a.graphql', source)).toMatchObject({ isMutation: true, isDestructive: true })
})

it.each([
  ['that cannot be parsed', 'query {', 'Syntax Error'],
  ['without an operation', 'fragment A on B { c }', 'it must have one operation'],
  ['with two operations', '"A" query a { a } "B" query b { b }', 'it must have one operation'],
  ['without a name', '{ a }', 'its operation needs a name'],
  ['without a description', 'query a @tool(title: "A") { a }', 'a needs a description'],
  ['without a mark', '"A" query a { a }', 'its operation has no @tool(title: …)'],
  ['without a title', '"A" query a @tool { a }', 'Argument "title" of required type "String!"'],
])('refuses a file %s', (_what, source, why) => {
  expect(() => parseTool('a.graphql', source)).toThrow(`a.graphql is no tool: ${why}`)
})

it('refuses two tools of one name', async () => {
  await using folder = await openTemporaryFolder('takeoff-tools')
  await writeFile(join(folder.path, 'a.graphql'), BOOKS)
  await writeFile(join(folder.path, 'b.graphql'), BOOKS)
  await expect(readToolDocuments(folder.path)).rejects.toThrow(
    'b.graphql is no tool: there is another find_books',
  )
})

import { readFile } from 'node:fs/promises'

/** The GraphQL blocks of a page of docs/. */
export async function operationsIn(page: string): Promise<string[]> {
  const text = await readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

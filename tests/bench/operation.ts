import { readFile } from 'node:fs/promises'

/** The text of one of the specification's operations. */
export function operation(name: string): Promise<string> {
  return readFile(new URL(`../fixtures/operations/${name}.graphql`, import.meta.url), 'utf8')
}

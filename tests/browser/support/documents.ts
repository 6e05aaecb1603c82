import { readFile } from 'node:fs/promises'
import { required } from '../../support/required.ts'

const documents = JSON.parse(
  await readFile(
    new URL('../../../services/console/web/src/generated/documents.json', import.meta.url),
    'utf8',
  ),
) as Readonly<Record<string, string>>

/** The id under which the console sends an operation. */
export function documentIdOf(operation: string): string {
  const named = new RegExp(`^\\w+ ${operation}\\b`)
  return required(Object.keys(documents).find((id) => named.test(documents[id] ?? '')))
}

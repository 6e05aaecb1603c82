import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { required } from '../../support/required.ts'
import { routeGraphql } from './graphql-requests.ts'

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

/**
 * Handles the next request of an operation in place of the network.
 * @returns `handled` ends when it was handled, and fails as the handler does
 */
export async function handleNext(
  page: Page,
  operation: string,
  handle: (route: Route) => Promise<void>,
): Promise<{ readonly handled: Promise<void> }> {
  const documentId = documentIdOf(operation)
  const { promise: handled, resolve, reject } = Promise.withResolvers<void>()
  // It may fail before the test waits for it.
  handled.catch(() => undefined)
  let isHandled = false
  await routeGraphql(page, async (route) => {
    if (isHandled || !(route.request().postData() ?? '').includes(documentId)) {
      await route.fallback()
      return
    }
    isHandled = true
    await handle(route).then(resolve, reject)
  })
  return { handled }
}

/**
 * The server runs the next such operation, and its response is lost.
 * @param meanwhile what is done while it is under way
 */
export function loseResponse(
  page: Page,
  operation: string,
  meanwhile?: () => Promise<unknown>,
): ReturnType<typeof handleNext> {
  const json = { errors: [{ message: 'lost', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }
  return handleNext(page, operation, async (route) => {
    await meanwhile?.()
    await route.fetch()
    await route.fulfill({ json })
  })
}

import type { Locator, Page } from 'playwright-core'

export interface Picture {
  /** Begins the names of its files. */
  readonly name: string
  readonly path: string
  /** The address by which a person signs in; undefined for a person who has not. */
  readonly person?: string
  /** What the person does on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true })
export const fileOf = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})
/** Opens the menu of a button, and chooses an item. */
export const choose = async (page: Page, menu: string | RegExp, item: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
export const inDialog = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('dialog').getByText(text).first().waitFor()
/** Opens the page again with responses of the API that are replaced. */
export const withResponses = async (
  page: Page,
  respond: Parameters<Page['route']>[1],
): Promise<void> => {
  await page.route('**/session/graphql', respond)
  await page.reload({ waitUntil: 'commit' })
}

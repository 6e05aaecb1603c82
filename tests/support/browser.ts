import axe from 'axe-core'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

/** The browser of this machine; undefined if none is available, and tests that need one are skipped. */
export const browserPath = await findChromium()

/** A browser without background requests of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page, with what goes wrong in it: errors of the console, and requests to other origins than its own. */
export interface WatchedPage {
  readonly page: Page
  readonly problems: readonly string[]
}

/** Opens a page and waits until it has loaded. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  const { origin } = new URL(url)
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      problems.push(`request to ${request.url()}`)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, problems }
}

/** What a context needs so that a person of the development issuer has signed in. */
export async function signIn(
  browser: Browser,
  baseURL: string,
  email: string,
): Promise<BrowserContextOptions> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto(`/session/sign-in?login_hint=${encodeURIComponent(email)}`)
  await page.waitForURL((url) => url.origin === baseURL)
  const { cookies } = await context.storageState()
  await context.close()
  return { baseURL, storageState: { cookies, origins: [] } }
}

/**
 * The accessibility violations of a page, a line each.
 * @param rules of axe, by their names; without them all rules run
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>(`axe.run(${JSON.stringify({ resultTypes: ['violations'], runOnly: rules })})`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

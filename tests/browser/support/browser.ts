import { readIdentities } from '@takeoff/dev-env/issuer/identities'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { launchBrowser, violationsOf } from '../../support/browser.ts'
import { buildConsole } from '../../support/build-console.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'

export { browserPath } from '../../support/browser.ts'

const DESKTOP = { width: 1440, height: 900 }
/** How long a locator waits for what it names, for waits without a locator. */
export const PATIENCE_MS = 30_000

/** Data in the page, and the files of the browser's own viewer of PDF. */
const WITHIN_BROWSER = /^(?:data|blob|chrome|chrome-extension):/

const { people } = await readIdentities()

/** What a page is opened with. */
export interface PageOptions extends BrowserContextOptions {
  /** Problems that are part of the test, such as the 503 of a gateway that is down. */
  readonly expected?: readonly RegExp[]
}

/** A page of the console. Its problems fail the test when it ends. */
export interface ConsolePage {
  readonly page: Page
  /** Errors of the console and of scripts, violations of the Content-Security-Policy, requests to other origins. */
  readonly problems: readonly string[]
  /** Fails for any violation of axe's rules. */
  readonly expectAccessible: () => Promise<void>
}

/** One for all files of a worker. Playwright ends it with the process. */
let launched: Promise<Browser> | undefined
let built: Promise<unknown> | undefined

/** A page of the console at a path, for a person who has not signed in. */
export async function openConsole(target = '/', options: PageOptions = {}): Promise<ConsolePage> {
  const opened = await openPage(options)
  onTestFinished(async ({ task }) => {
    await opened.page.context().close()
    if (task.result?.state !== 'fail') expect(opened.problems).toEqual([])
  })
  await opened.page.goto(target)
  return opened
}

/**
 * A page at a path, for a person who has signed in.
 * @param who a role, such as `estimator`, in organization 1; with another organization `estimator 2`
 */
export async function openSignedIn(
  who: string,
  target = '/',
  options: PageOptions = {},
): Promise<ConsolePage> {
  const opened = await openConsole(signInPath(who, target), options)
  await opened.page.waitForURL((url) => url.origin === sharedDevEnv().urls.gateway)
  return opened
}

/**
 * One page of a person for all tests of a block, which saves a sign-in for each; a test begins with `page.goto`.
 * Problems fail the test in which they occur.
 * @returns the page, while a test runs
 */
export function shareSignedIn(who: string, options: PageOptions = {}): () => ConsolePage {
  let shared: OpenedPage | undefined
  const required = (): OpenedPage => {
    if (!shared) throw new Error('the page is opened before the first test, and not sooner')
    return shared
  }
  beforeAll(async () => {
    shared = await openPage(options)
    await shared.page.goto(signInPath(who, '/'))
    await shared.page.waitForURL((url) => url.origin === sharedDevEnv().urls.gateway)
  })
  afterEach(async ({ task }) => {
    // A test that has failed may hold requests, which the next one would wait for.
    await required().page.unrouteAll({ behavior: 'ignoreErrors' })
    const problems = required().problems.splice(0)
    if (task.result?.state !== 'fail') expect(problems).toEqual([])
  })
  afterAll(() => shared?.page.context().close())
  return required
}

/** The person of the development issuer who has a role in an organization, and no other one where there is such a person. */
export function personWith(who: string): (typeof people)[number] {
  const [role = '', orgId = '1'] = who.split(' ')
  const having = people.filter(({ organizations }) => organizations[orgId]?.includes(role))
  const only = having.find(({ organizations }) => Object.keys(organizations).length === 1)
  const person = only ?? having[0]
  if (person === undefined) throw new Error(`identities.json has no ${role} of ${orgId}`)
  return person
}

/** Everything that the page has stored in this browser and that its scripts can read. */
export function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
    ])
  })
}

interface OpenedPage extends ConsolePage {
  readonly problems: string[]
}

async function openPage({ expected = [], ...options }: PageOptions): Promise<OpenedPage> {
  await (built ??= buildConsole())
  launched ??= launchBrowser()
  const browser = await launched
  const { gateway } = sharedDevEnv().urls
  const context = await browser.newContext({ baseURL: gateway, viewport: DESKTOP, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const report = (problem: string): void => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  watch(page, [gateway, sharedDevEnv().details.issuer.url], report)
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- it is read from there
      console.error(`Content-Security-Policy: ${violatedDirective} blocks ${blockedURI}`)
    })
  })
  return {
    page,
    problems,
    expectAccessible: async () => expect(await violationsOf(page)).toEqual([]),
  }
}

function signInPath(who: string, target: string): string {
  const parameters = new URLSearchParams({ return: target, login_hint: personWith(who).email })
  return `/session/sign-in?${parameters}`
}

function watch(page: Page, origins: readonly string[], report: (problem: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`${message.text()} at ${message.location().url}`)
  })
  page.on('pageerror', (error) => report(error.stack ?? error.message))
  page.on('request', (request) => {
    const url = request.url()
    const isOwn = origins.some((origin) => url.startsWith(`${origin}/`))
    if (!isOwn && !WITHIN_BROWSER.test(url)) report(`request to ${url}`)
  })
}

import { describe, expect, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import {
  browserPath,
  openConsole,
  openSignedIn,
  personWith,
  storedTexts,
} from './support/browser.ts'

describe.skipIf(browserPath === undefined)('in a browser (needs Chromium)', () => {
  test('a developer signs in with one click, and signs out', async () => {
    const { page, expectAccessible } = await openConsole('/')
    const { name } = personWith('owner')
    await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()
    await expectAccessible()
    await page.getByRole('link', { name }).click()
    const menu = page.getByRole('button', { name }).first()
    await menu.waitFor()
    await expectAccessible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()

    expect(new URL(page.url()).origin).toBe(sharedDevEnv().urls.gateway)
    // At the issuer, too.
    await page.goto('/session/sign-in')
    await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()
    expect(new URL(page.url()).origin).toBe(sharedDevEnv().details.issuer.url)
  })

  test('a page that needs a session is there after the sign-in', async () => {
    const { page } = await openConsole('/?from=a-link')
    await page.getByRole('link', { name: personWith('estimator 2').name }).click()
    await page
      .getByRole('button', { name: personWith('estimator 2').name })
      .first()
      .waitFor()

    expect(page.url()).toContain(sharedDevEnv().urls.gateway)
  })

  test('scripts of a page can read neither tokens nor the session', async () => {
    const { page } = await openSignedIn('viewer')
    await page
      .getByRole('button', { name: personWith('viewer').name })
      .first()
      .waitFor()
    const cookies = await page.context().cookies(sharedDevEnv().urls.gateway)
    const session = cookies.find(({ name }) => name.startsWith('takeoff-session'))
    const texts = await storedTexts(page)

    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(texts).not.toContain(session?.value)
    expect(texts).not.toMatch(/eyJhbGci/)
    expect(await page.evaluate(() => document.cookie)).not.toContain('takeoff')
  })

  test('another person signs in where one has signed in before', async () => {
    const { page } = await openSignedIn('owner')
    await page
      .getByRole('button', { name: personWith('owner').name })
      .first()
      .waitFor()
    const { email, name } = personWith('owner 2')
    await page.goto(`/session/sign-in?login_hint=${encodeURIComponent(email)}`)

    await page.getByRole('button', { name }).first().waitFor()
    expect(await page.getByRole('button', { name: personWith('owner').name }).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/o/2/jobs')
  })

  test('a page of one person changes nothing for another one who signs in in a second tab', async () => {
    const expected = [/status of 401/]
    const { page } = await openSignedIn('owner', '/o/1/jobs', { expected })
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const other = await page.context().newPage()
    const { email, name } = personWith('estimator')
    await other.goto(`/session/sign-in?login_hint=${encodeURIComponent(email)}`)
    await other.getByRole('button', { name }).first().waitFor()
    await page.getByRole('button', { name: 'New job' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Under another name')
    await page.getByRole('button', { name: 'Create', exact: true }).click()

    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect(await other.getByText('Under another name').count()).toBe(0)
  })

  test('a sign-out that fails says that the session is open, and a page without a session says why', async () => {
    const { page } = await openSignedIn('owner', '/o/1/jobs', { expected: [/ERR_|status of 503/] })
    const { name } = personWith('owner')
    await page.route('**/session/sign-out', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await page.getByText('You are still signed in. A part of the service').waitFor()
    await page.unroute('**/session/sign-out')
    await page.route('**/session', (route) => route.abort())
    await page.reload()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/o/1/jobs')
  })

  test('a link to an organization of others leads back, and is not remembered', async () => {
    const { page } = await openSignedIn('owner 2', '/o/1/jobs')
    await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor()
    await page.getByRole('button', { name: 'Organization: Organization 1' }).click()
    await page.getByRole('menuitemradio').click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.goto('/o/1/jobs')
    await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/o/2/jobs')
  })
})

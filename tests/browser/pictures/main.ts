import path from 'node:path'
import { repositoryRoot } from '@takeoff/bundles/programs'
import type { BrowserContextOptions } from 'playwright-core'
import { launchBrowser, signIn } from '../../support/browser.ts'
import { prepareOffice } from './office.ts'
import { pictures } from './pictures.ts'

/**
 * Takes the pictures of docs/images/console from a running `npm start` with its development data: all of them, or those
 * whose names are given.
 */
const wanted = new Set(process.argv.slice(2))
const ORIGIN = process.env.TAKEOFF_ORIGIN ?? 'http://127.0.0.1:4000'
const FOLDER = path.join(repositoryRoot, 'docs/images/console')

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  'desktop-light': { viewport: DESKTOP, colorScheme: 'light' },
  'desktop-dark': { viewport: DESKTOP, colorScheme: 'dark' },
  'phone-light': { viewport: PHONE, colorScheme: 'light' },
  'phone-dark': { viewport: PHONE, colorScheme: 'dark' },
}

const browser = await launchBrowser()
const sessions = new Map<string, BrowserContextOptions>()
const office = await prepareOffice()
for (const picture of pictures(office))
  if (wanted.size === 0 || wanted.has(picture.name))
    for (const look of Object.keys(LOOKS)) {
      const { name, path: address, person, act } = picture
      // A context of its own, so that nothing of the picture before is left.
      const context = await browser.newContext({ ...(await sessionOf(person)), ...LOOKS[look] })
      const page = await context.newPage()
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await act?.(page)
      await page.screenshot({ path: path.join(FOLDER, `${name}-${look}.png`) })
      process.stdout.write(`${name}-${look}\n`)
      await context.close()
    }
await browser.close()

/** The options of contexts in which a person has signed in, or in which none has. */
async function sessionOf(email: string | undefined): Promise<BrowserContextOptions> {
  if (email === undefined) return { baseURL: ORIGIN }
  const session = sessions.get(email) ?? (await signIn(browser, ORIGIN, email))
  sessions.set(email, session)
  return session
}

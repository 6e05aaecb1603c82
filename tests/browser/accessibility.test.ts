import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/browser.ts'
import { browserPath, openConsole, openSignedIn, shareSignedIn } from './support/browser.ts'
import { cutOff } from './support/cut-off.ts'
import { createWebhook, deleteWebhook } from './support/integration-data.ts'
import { BY_DOCUMENT, COPPER, createListOfTwoVendors, placeOrder } from './support/order-data.ts'
import { changeList, nameJob, readList } from './support/office-data.ts'

type Place = readonly [path: string, heading: string | RegExp]

/** What the pages of single things show. */
interface Subject {
  readonly jobId: number
  readonly listId: number
  readonly orderId: string
  readonly webhookId: number
}

/** The pages of each section, with a heading of their own by which one knows that they are loaded. */
const sections: Readonly<Record<string, (subject: Subject) => readonly Place[]>> = {
  jobs: ({ jobId }) => [
    ['/o/1/jobs', 'Jobs'],
    [`/o/1/jobs/${jobId}`, NAME],
    [`/o/1/jobs/${jobId}/measurements`, 'Measurements'],
    [`/o/1/jobs/${jobId}/new-list`, 'New list'],
    ['/o/1/nowhere', 'There is no page at this address'],
  ],
  'lists and orders': ({ listId, orderId }) => [
    ['/o/1/lists', 'Lists'],
    [`/o/1/lists/${listId}`, NAME],
    [`/o/1/lists/${listId}/order`, 'Order'],
    ['/o/1/orders', 'Orders'],
    [`/o/1/orders/${orderId}`, BY_DOCUMENT.name],
  ],
  catalog: () => [
    ['/o/1/catalog/templates', 'Templates'],
    // Other tests may have given it another name.
    ['/o/1/catalog/templates/1', 'Lines'],
    ['/o/1/catalog/vendors', 'Vendors'],
    ['/o/1/catalog/prices', 'Prices'],
    ['/o/1/catalog/brand', 'Brand'],
  ],
  integrations: ({ webhookId }) => [
    ['/o/1/integrations/webhooks', 'Webhooks'],
    [`/o/1/integrations/webhooks/${webhookId}`, /^https:/],
    ['/o/1/integrations/audit', 'Audit log'],
    ['/o/1/integrations/clients', 'API clients'],
    ['/o/1/attention', 'Attention'],
  ],
}

const NAME = 'Accessible to everybody'
/** As long as the names of jobs for a parish or a school district are. */
const LONG_NAME =
  'Evangelical Lutheran Church of the Holy Trinity, Fellowship Hall and Parsonage, 12874 Northeast Boulevard'
/** A word of this many characters has room on every screen. */
const WHOLE_WORD_MAX = 12
const DESKTOP = { width: 1280, height: 900 }

/** A list, its job and an order whose texts and amounts are as long as they may be in an office. */
async function createLongTexts(): Promise<Omit<Subject, 'webhookId'>> {
  const listId = await createListOfTwoVendors(LONG_NAME)
  const { listItems, salesOpportunity } = await readList(listId)
  const jobId = salesOpportunity.job.id
  await nameJob(jobId, LONG_NAME, 'EXTERNAL-IDENTIFIER-OF-THE-CRM-00000000000000000000001234567890')
  const copper = listItems.filter(({ name }) => name === COPPER)
  await changeList({
    id: listId,
    listItems: copper.map(({ id }) => ({
      id,
      quantity: 999_999.99,
      unitCost: 650_000.1234,
      color: `Patina of the ${LONG_NAME}`.slice(0, 100),
      listItemGroupName: `Upper roof of the ${LONG_NAME}`,
    })),
  })
  return { listId, jobId, orderId: await placeOrder(listId, 'PO-2026-0000000001-EVANGELICAL') }
}

interface Look {
  /** The rules of axe that this look alone can break; without them all rules run. */
  readonly rules?: readonly string[]
  readonly colorScheme?: 'dark'
  readonly forcedColors?: 'active'
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** Of common screens, on which all texts are shown in full. */
const WIDTHS = [1024, 1280, 1366, 1440, 1920]

const OF_COLORS = ['color-contrast', 'link-in-text-block']

const LOOKS: Readonly<Record<string, Look>> = {
  light: {},
  dark: { colorScheme: 'dark', rules: OF_COLORS },
  'forced colors': { forcedColors: 'active', rules: OF_COLORS },
  '320 pixels': { viewport: { width: 320, height: 640 } },
  // 200 % of zoom leaves half of the pixels.
  '200 %': { viewport: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 } },
}

describe.skipIf(browserPath === undefined)('every page is accessible (needs Chromium)', () => {
  let subject: Subject
  beforeAll(async () => {
    const listId = await createListOfTwoVendors(NAME)
    const { salesOpportunity } = await readList(listId)
    subject = {
      jobId: salesOpportunity.job.id,
      listId,
      orderId: await placeOrder(listId, 'ACCESSIBLE-1'),
      webhookId: await createWebhook(),
    }
  })
  afterAll(() => deleteWebhook(subject.webhookId))

  test.each(Object.entries(sections))('%s, in every look', async (_, placesOf) => {
    const { page } = await openSignedIn('owner', '/o/1/jobs')
    for (const [path, heading] of placesOf(subject)) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).first().waitFor()
      await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
      for (const [name, look] of Object.entries(LOOKS)) {
        await show(page, look)
        expect({
          path,
          name,
          violations: await violationsOf(page, look.rules),
          wider: await wider(page),
          broken: await brokenLinks(page),
        }).toEqual({ path, name, violations: [], wider: 0, broken: [] })
      }
      for (const width of WIDTHS) {
        await show(page, { viewport: { width, height: DESKTOP.height } })
        expect({ path, width, cutOff: await cutOff(page) }).toEqual({ path, width, cutOff: [] })
      }
    }
  })

  describe('bars', () => {
    const shared = shareSignedIn('owner')

    test.each([
      ['order', 720, 450],
      ['order', 1440, 900],
      ['list', 1024, 768],
      ['list', 720, 450],
      ['measurements', 720, 450],
    ] as const)(
      'what has the focus is not behind a bar: %s, %i × %i',
      async (which, width, height) => {
        const { jobId, listId } = subject
        const { page } = shared()
        await page.setViewportSize({ width, height })
        const places: Readonly<Record<typeof which, Place>> = {
          order: [`/o/1/lists/${listId}/order`, 'Order'],
          list: [`/o/1/lists/${listId}`, NAME],
          measurements: [`/o/1/jobs/${jobId}/measurements`, 'Measurements'],
        }
        const [path, heading] = places[which]
        await page.goto(path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
        const { stops, covered } = await tabThrough(page)
        expect(stops).toBeGreaterThan(10)
        expect(covered).toEqual([])
      },
    )

    test('the page stays where it is when a button of a bar gets the focus', async () => {
      const { page } = shared()
      await page.setViewportSize({ width: 720, height: 450 })
      await page.goto(`/o/1/lists/${subject.listId}/order`)
      const place = page.getByRole('button', { name: /^Place/ })
      await place.waitFor()
      const moved = await place.evaluate((element) => {
        scrollTo(0, 300)
        const before = scrollY
        element.focus()
        return { before, after: scrollY }
      })
      expect(moved).toEqual({ before: 300, after: 300 })
    })
  })

  test.each([
    ['Shift+Tab', 640, 360],
    ['Tab', 640, 360],
    ['Tab', 1440, 900],
  ] as const)(
    'what has the focus is not behind a message: %s, %i × %i',
    async (key, width, height) => {
      const { page } = await openSignedIn('owner', `/o/1/lists/${subject.listId}`)
      await page.setViewportSize({ width, height })
      const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
      const wrong = key === 'Tab' ? quantity.first() : quantity.last()
      await wrong.fill('12x')
      await wrong.press('Control+s')
      await page.getByText('Not saved: correct the marked number first.').waitFor()
      const { stops, covered } = await tabThrough(page, key)
      expect(stops).toBeGreaterThan(10)
      expect(covered).toEqual([])
    },
  )

  describe('long names and large amounts', () => {
    let longTexts: Omit<Subject, 'webhookId'>
    // Not sooner: a name that fills three lines of a phone is broken there.
    beforeAll(async () => {
      longTexts = await createLongTexts()
    })

    test.each(['owner', 'viewer'])('have room on every screen, for the %s', async (role) => {
      const { listId, jobId, orderId } = longTexts
      const { page } = await openSignedIn(role, '/o/1/jobs')
      const places: readonly Place[] = [
        ['/o/1/jobs', 'Jobs'],
        [`/o/1/jobs/${jobId}`, LONG_NAME],
        ['/o/1/lists', 'Lists'],
        [`/o/1/lists/${listId}`, LONG_NAME],
        [`/o/1/lists/${listId}/order`, 'Order'],
        ['/o/1/orders', 'Orders'],
        [`/o/1/orders/${orderId}`, BY_DOCUMENT.name],
        ['/o/1/catalog/vendors', 'Vendors'],
        ['/o/1/catalog/brand', 'Brand'],
        // Prices are not for those who may not see costs.
        ...(role === 'owner' ? [['/o/1/catalog/prices', 'Prices'] as const] : []),
      ]
      for (const [path, heading] of places) {
        await page.goto(path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
        for (const width of [320, 768, 1024, 1440]) {
          await show(page, { viewport: { width, height: DESKTOP.height } })
          expect({ path, width, wider: await wider(page), narrow: await tooNarrow(page) }).toEqual({
            path,
            width,
            wider: 0,
            narrow: [],
          })
        }
      }
    })
  })

  test('sign-in', async () => {
    const { page, expectAccessible } = await openConsole('/')
    await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()
    await expectAccessible()
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1)
  })
})

async function show(page: Page, look: Look): Promise<void> {
  const { colorScheme = 'light', forcedColors = 'none', viewport = DESKTOP } = look
  await page.emulateMedia({ colorScheme, forcedColors })
  await page.setViewportSize(viewport)
}

/** The cards and cells with something that goes beyond their edge, where it cannot be seen or covers other texts. */
function tooNarrow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(section, td, th)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((card) => card.textContent.slice(0, 100)),
  )
}

/** More than any of the pages has. */
const STOPS_MAX = 300

/** Presses a key through a whole page. @returns the number of focused elements, and those of them that were fully covered */
async function tabThrough(
  page: Page,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<{ stops: number; covered: string[] }> {
  const covered: string[] = []
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(focusedStop)
    if (stop === undefined) return { stops, covered }
    if (!stop.isSeen) covered.push(stop.name)
  }
  throw new Error(`there are more than ${STOPS_MAX} stops`)
}

/** What has the focus, in the page; undefined after the last stop. */
function focusedStop(): { readonly name: string; readonly isSeen: boolean } | undefined {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  if (element.dataset['stopped'] !== undefined) return undefined
  element.dataset['stopped'] = ''
  // The label shows the focus of a field that is drawn by it.
  const shown = element.closest('label') ?? element
  const { left, top, width, height } = shown.getBoundingClientRect()
  const isSeen = [0.02, 0.5, 0.98].some((x) =>
    [0.05, 0.5, 0.95].some((y) =>
      shown.contains(document.elementFromPoint(left + x * width, top + y * height)),
    ),
  )
  return { name: element.ariaLabel ?? element.textContent.slice(0, 60), isSeen }
}

/** By how many pixels the page is wider than what is shown of it. */
function wider(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** Links that have so little room that words are broken into parts. Long ones, such as addresses, may be. */
function brokenLinks(page: Page): Promise<string[]> {
  return page.evaluate((longest) => {
    return [...document.querySelectorAll('main a')].flatMap((link) => {
      const words = link.textContent.split(/[\s-]+/)
      if (words.some((word) => word.length > longest)) return []
      const range = document.createRange()
      range.selectNodeContents(link)
      return range.getClientRects().length > words.length ? [link.textContent] : []
    })
  }, WHOLE_WORD_MAX)
}

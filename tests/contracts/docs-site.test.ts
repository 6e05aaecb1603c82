import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readPages } from '@takeoff/docs-site/build'
import { siteFolder } from '@takeoff/docs-site/folders'
import { audiences } from '@takeoff/docs-site/navigation'
import { placeOf } from '@takeoff/docs-site/pages'
import { addDocsRoutes } from '@takeoff/gateway/http/routes/docs-route'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import { createLogger } from '@takeoff/kit/service/logger'
import { fastifyCompress } from '@fastify/compress'
import { isInputObjectType, isObjectType } from 'graphql'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHtmlPages } from '../support/html-pages.ts'
import { browserPath, launchBrowser, openPage, violationsOf } from '../support/browser.ts'
import type { WatchedPage } from '../support/browser.ts'
import { runBuild } from '../support/build-console.ts'
import { schema } from './support/supergraph.ts'

/** The documentation as it is built: all of it is there, and every link leads somewhere. */
const root = path.resolve(import.meta.dirname, '../..')
const BUILD_LIMIT_MS = 600_000
const pages = readPages()
const reference = [...pages]
  .filter(([place]) => place.startsWith('reference/'))
  .map(([, text]) => String(text))

beforeAll(() => runBuild('services/docs-site/src/main.ts', BUILD_LIMIT_MS), BUILD_LIMIT_MS)

test('every page of docs/ is in the navigation of one audience', () => {
  const named = audiences.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages))
  expect(named).toEqual([...new Set(named)])
  // Each has a place of its own in the site.
  expect(new Set(named.map(placeOf)).size).toBe(named.length)
  const files = globSync('docs/*.md', { cwd: root })
  expect(files.filter((file) => !named.includes(file))).toEqual([])
})

test('the reference has every operation, type, field and argument of the public schema', () => {
  const whole = reference.join('\n')
  const isPublic = (name: string) =>
    !/^(?:__|Query$|Mutation$|ID$|Int$|Float$|String$|Boolean$)/.test(name)
  const missing = Object.keys(schema.getTypeMap())
    .filter(isPublic)
    .filter((name) => !new RegExp(`^## \\w+ ${name}$`, 'm').test(whole))
  expect(missing).toEqual([])
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const { name, args } of Object.values(type?.getFields() ?? {})) {
      const [, section = ''] = whole.split(new RegExp(`^## (?:query|mutation) ${name}$`, 'm'))
      const [own = ''] = section.split(/^## /m)
      expect([name, own.includes('- Returns: '), /- Scopes: `\w+:\w+/.test(own)]).toEqual([
        name,
        true,
        true,
      ])
      expect(args.filter((argument) => !own.includes(`| \`${argument.name}\` |`))).toEqual([])
    }
  const undescribed = Object.values(schema.getTypeMap())
    .filter(({ name }) => isPublic(name))
    .flatMap((type) => {
      if (!isObjectType(type) && !isInputObjectType(type)) return []
      const [, section = ''] = whole.split(new RegExp(`^## \\w+ ${type.name}$`, 'm'))
      const [own = ''] = section.split(/^## /m)
      return Object.values(type.getFields())
        .filter(({ name }) => !own.includes(`| \`${name}\` |`))
        .map(({ name }) => `${type.name}.${name}`)
    })
  expect(undescribed).toEqual([])
  expect(whole).toMatch(/^\| `stateDeprecated` \|.*\| \*\*Deprecated\.\*\* Use state\. /m)
})

test('every operation of the reference has an example', () => {
  const sections = reference.flatMap((text) => text.split(/^## (?=query |mutation )/m).slice(1))
  expect(sections.length).toBeGreaterThan(50)
  const without = sections.filter((section) => {
    const [own = ''] = section.split(/^## /m)
    return !/```graphql\n(?:query|mutation) /.test(own) || !own.includes('Cost of the example: ')
  })
  expect(without.map((section) => section.split('\n', 1)[0])).toEqual([])
})

test('pages load few and small files, which the build has compressed', () => {
  const html = readFileSync(path.join(siteFolder, 'integrators/index.html'), 'utf8')
  const names = [...html.matchAll(/"\/docs\/(assets\/[^"]+)"/g)].flatMap(([, name]) => name ?? [])
  expect(names).toEqual([
    expect.stringMatching(/\/theme-[\w-]+\.js$/),
    expect.stringMatching(/\/style-[\w-]+\.css$/),
    expect.stringMatching(/\/page-[\w-]+\.js$/),
    // By those who search.
    expect.stringMatching(/\/search-[\w-]+\.json$/),
  ])
  const sizeOf = (name: string): number => statSync(path.join(siteFolder, name)).size
  const [theme = '', ...others] = names
  expect(sizeOf(theme)).toBeLessThan(1_000)
  for (const name of others) for (const kind of ['br', 'gz']) sizeOf(`${name}.${kind}`)
  expect(sizeOf(`${others[0]}.br`) + sizeOf(`${others[1]}.br`)).toBeLessThan(5_000)
})

/** Parsing, styles and layout of elements are what a large page costs a phone. */
test('pages have few elements', () => {
  const heavy = globSync('**/*.html', { cwd: siteFolder }).flatMap((name) => {
    const elements = readFileSync(path.join(siteFolder, name), 'utf8').split(/<[a-z]/).length
    return elements > 3500 ? [{ name, elements }] : []
  })
  expect(heavy).toEqual([])
})

test('every link and anchor of the built site leads somewhere, and none loads from elsewhere', () => {
  const built = readHtmlPages(siteFolder)
  expect(built.size).toBeGreaterThan(40)
  const broken = [...built].flatMap(([page, { links }]) =>
    links
      .filter((link) => !/^(?:https?:|mailto:|data:)/.test(link))
      .filter((link) => {
        const url = new URL(link, `http://site.invalid${page}`)
        const target = built.get(url.pathname)
        if (target === undefined)
          return !existsSync(
            path.join(siteFolder, decodeURIComponent(url.pathname).replace(/^\/docs\//, '')),
          )
        return url.hash !== '' && !target.ids.has(decodeURIComponent(url.hash.slice(1)))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
  const html = globSync('**/*.html', { cwd: siteFolder }).map((name) =>
    readFileSync(path.join(siteFolder, name), 'utf8'),
  )
  const foreign = html.flatMap(
    (text) =>
      text.match(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]+"/g) ?? [],
  )
  expect(foreign).toEqual([])
  // The strict policy of the gateway runs and applies none.
  const inline = /<script(?![^>]*\ssrc=)[^>]*>|<style|<[a-z][^>]*\s(?:style|on\w+)=/
  expect(html.filter((text) => inline.test(text))).toHaveLength(0)
})

test('every picture has its size, so that the text below does not move when it arrives', () => {
  const pictures = globSync('**/*.html', { cwd: siteFolder }).flatMap((name) => [
    ...readFileSync(path.join(siteFolder, name), 'utf8').matchAll(/<img [^>]+>/g),
  ])
  expect(pictures).not.toEqual([])
  const unsized = pictures.filter(([picture]) => !/ width="\d+" height="\d+"/.test(picture))
  expect(unsized.map(([picture]) => picture)).toEqual([])
})

test('the text of every link says what it leads to', () => {
  // The words that Lighthouse refuses, of which pages have had some.
  const vague = /<a [^>]*>(?:more|here|go|this|start|learn more|read more|click here)<\/a>/gi
  const found = globSync('**/*.html', { cwd: siteFolder }).flatMap((name) =>
    [...readFileSync(path.join(siteFolder, name), 'utf8').matchAll(vague)].map(
      ([link]) => `${name}: ${link}`,
    ),
  )
  expect(found).toEqual([])
})

test('llms.txt lists the Markdown of every page by audience', () => {
  const text = readFileSync(path.join(siteFolder, 'llms.txt'), 'utf8')
  expect(text).toMatch(/^# Takeoff\n\n> .+\n/)
  for (const { title } of audiences) expect(text).toContain(`\n## ${title}\n`)
  const links = [...text.matchAll(/^- \[(.+)\]\(\/docs\/(.+\.md)\)$/gm)]
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(([, , file = '']) => !existsSync(path.join(siteFolder, file)))).toEqual([])
})

describe.skipIf(browserPath === undefined)('in a browser (needs Chromium on the PATH)', () => {
  const app = createHttpServer({ logger: createLogger('docs', 'silent') })
  let browser: Browser
  let url: string

  beforeAll(async () => {
    await app.register(fastifyCompress, { global: false })
    await addDocsRoutes(app, { folder: siteFolder, compressionBytesMin: 1000 })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    browser = await launchBrowser()
  }, BUILD_LIMIT_MS)
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const kinds = [
    '',
    'integrators/',
    'integrators/orders',
    'operators/',
    'operators/gateway',
    // Short: without an outline.
    'operators/security',
    'reference/',
    'reference/lists',
  ]
  /** The rules of axe that a color scheme or a width can break. */
  const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']
  describe.each([
    { colorScheme: 'light', width: 1440, allRulesAt: kinds },
    // The other rules find here what they find in a wide page, where its parts are the same: with an outline, and without one.
    { colorScheme: 'dark', width: 360, allRulesAt: ['integrators/orders', 'operators/security'] },
  ] as const)('in $colorScheme at $width px', ({ colorScheme, width, allRulesAt }) => {
    // One page for all places: a new one compiles the scripts again.
    let opened: WatchedPage
    beforeAll(async () => {
      const viewport = { width, height: 900 }
      opened = await openPage(browser, `${url}/docs/`, { colorScheme, viewport })
    })
    afterAll(() => opened.page.context().close())

    test.each(kinds)('/docs/%s is accessible and loads nothing from elsewhere', async (place) => {
      const { page, problems } = opened
      await page.goto(`${url}/docs/${place}`, { waitUntil: 'networkidle' })
      const isWhole = allRulesAt.some((other) => other === place)
      expect(await violationsOf(page, isWhole ? undefined : OF_LOOKS)).toEqual([])
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overflow)).toBe(0)
      expect(problems).toEqual([])
    })
  })

  test('a page that does not exist is accessible and leads to the start', async () => {
    const { page } = await openPage(browser, `${url}/docs/nothing`)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'To the start of the documentation' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/docs/')
    await page.context().close()
  })

  test('search leads to the row that describes an error code', async () => {
    const { page, problems } = await openPage(browser, `${url}/docs/`)
    await page.keyboard.press('Control+k')
    await page.locator('input[type=search]').fill('RATE_LIMITED')
    await page.locator('.results a').first().click()
    await page.getByRole('heading', { name: 'Codes' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#codes-rate_limited')
    await page.locator('tr:target', { hasText: 'Retry-After' }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test.each([
    ['script', '**/search-*.js'],
    ['index', '**/search-*.json'],
  ])('a search whose %s cannot be loaded says so, and can be closed', async (_what, files) => {
    const { page } = await openPage(browser, `${url}/docs/`)
    await page.route(files, (route) => route.abort())
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByText('The search cannot be loaded. Load the page again.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(uncaught).toEqual([])
    await page.context().close()
  })

  test.each(['integrators/errors', 'operators/'])('/docs/%s is printed whole', async (place) => {
    // The width of A4 within the margins of a printer.
    const { page } = await openPage(browser, `${url}/docs/${place}`, {
      viewport: { width: 718, height: 1000 },
    })
    await page.emulateMedia({ media: 'print' })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('table, pre')]
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight,
        )
        .map(({ textContent }) => textContent.slice(0, 80)),
    )
    expect(cut).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    await page.context().close()
  })

  test('search finds a field of the schema, and leads to its type', async () => {
    const { page, problems } = await openPage(browser, `${url}/docs/`)
    await page.keyboard.press('Control+k')
    await page.locator('input[type=search]').fill('purchaseOrderNumber')
    const result = page.locator('.results a', { hasText: 'type Order' }).first()
    await result.click()
    await page.getByRole('heading', { name: 'type Order' }).first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/reference\//)
    expect(new URL(page.url()).hash).toMatch(/^#type-order/)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a page can be read, and its menus open, before its scripts have loaded', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${url}/docs/reference/lists`)
    await page.getByRole('button', { name: 'On this page' }).click()
    await page.locator('#outline a[href="#type-productionlist"]').click()
    await page.keyboard.press('Escape')
    const heading = page.locator('#type-productionlist')
    // Not behind what stays at the top.
    const top = async () => Math.round((await heading.boundingBox())?.y ?? 0)
    await expect.poll(top).toBeLessThan(200)
    expect(await top()).toBeGreaterThan(44)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#sidebar').getByRole('link', { name: 'Vendors' }).click()
    await page.getByRole('heading', { level: 1, name: 'Vendors' }).waitFor()
    await context.close()
  })

  test('the theme stays as the reader has set it, and follows the system until then', async () => {
    const { page, problems } = await openPage(browser, `${url}/docs/`, { colorScheme: 'dark' })
    const background = 'getComputedStyle(document.documentElement).backgroundColor'
    expect(await page.evaluate(background)).toBe('rgb(27, 27, 31)')
    const button = page.getByRole('button', { name: 'Switch between light and dark' })
    await button.click()
    await page.goto(`${url}/docs/integrators/`)
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)')
    await button.click()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('code is copied, and the outline marks the place of the reader', async () => {
    const { page, problems } = await openPage(browser, `${url}/docs/integrators/orders`, {
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.locator('#outline a[href="#reordering"]').click()
    await page.locator('#outline a[href="#reordering"][aria-current]').waitFor()
    const block = page.locator('.code-block').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toBe(await block.locator('code').textContent())
    expect(problems).toEqual([])
    await page.context().close()
  })
})

import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn, PATIENCE_MS } from './support/browser.ts'
import { changeList, createJob, createList } from './support/office-data.ts'

/** Texts that run a script where a page writes them as markup, as an address, as a style or as a template. */
const TEXTS = [
  `<script>pwned=1</script>`,
  `"><script>pwned=1</script>`,
  `'><script>pwned=1</script>`,
  `</script><script>pwned=1</script>`,
  `</title><script>pwned=1</script>`,
  `</textarea><script>pwned=1</script>`,
  `<img src=x onerror=pwned=1>`,
  `"><img src=x onerror=pwned=1>`,
  `<img src=x:x onerror="pwned=1">`,
  `<svg onload=pwned=1>`,
  `<svg><script>pwned=1</script></svg>`,
  `<svg><animate onbegin=pwned=1 attributeName=x dur=1s>`,
  `<body onload=pwned=1>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>">`,
  `<iframe src="javascript:parent.pwned=1">`,
  `<object data="javascript:pwned=1">`,
  `<embed src="javascript:pwned=1">`,
  `<a href="javascript:pwned=1">x</a>`,
  `javascript:pwned=1`,
  `JaVaScRiPt:pwned=1`,
  `data:text/html,<script>pwned=1</script>`,
  `<details open ontoggle=pwned=1>`,
  `<input autofocus onfocus=pwned=1>`,
  `<select autofocus onfocus=pwned=1>`,
  `<video><source onerror=pwned=1></video>`,
  `<audio src=x onerror=pwned=1>`,
  `<marquee onstart=pwned=1>`,
  `<math><mtext><script>pwned=1</script></mtext></math>`,
  `<style>@import 'javascript:pwned=1';</style>`,
  `<link rel=stylesheet href="javascript:pwned=1">`,
  `<meta http-equiv=refresh content="0;url=javascript:pwned=1">`,
  `<base href="javascript:pwned=1//">`,
  `<form action="javascript:pwned=1"><button>x</button></form>`,
  `" onmouseover="pwned=1`,
  `' onfocus='pwned=1' autofocus='`,
  '${pwned=1}',
  '{{constructor.constructor("pwned=1")()}}',
  '`${pwned=1}`',
  `\u202Eevil\u202C<b>`,
  `&lt;script&gt;pwned=1&lt;/script&gt;`,
]

describe.skipIf(browserPath === undefined)('hostile texts are texts (needs Chromium)', () => {
  test('in every field of a list, on every page that shows them', async () => {
    const { jobId, listId } = await createList(TEXTS[0] ?? '')
    await changeList({
      id: listId,
      name: TEXTS[6] ?? '',
      addListItems: TEXTS.map((text) => ({
        name: text,
        color: text.slice(0, 100),
        notes: text,
        listItemGroupName: text,
        quantity: 1,
        quantityUnits: 'EACH',
        unitCost: 1,
      })),
    })
    const { page } = await openSignedIn('owner', `/o/1/lists/${listId}`)
    const names = page.getByRole('rowheader').getByRole('textbox')
    const missing = async (): Promise<string[]> => {
      const values = await names.evaluateAll((all) =>
        all.map((input) => (input as HTMLInputElement).value),
      )
      return TEXTS.filter((text) => !values.includes(text))
    }
    // The lines come a few at a time.
    await expect.poll(missing, { timeout: PATIENCE_MS }).toEqual([])
    // Each page has its own global object, so it is asked before the next one.
    const isUntouched = async (): Promise<void> =>
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
    await names.last().hover()
    await page.getByRole('button', { name: 'More for' }).first().click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page
      .getByText(TEXTS[1] ?? '', { exact: true })
      .first()
      .waitFor()
    await isUntouched()
    for (const [path, heading] of [
      [`/o/1/jobs/${jobId}`, TEXTS[0] ?? ''],
      ['/o/1/jobs', 'Jobs'],
      ['/o/1/lists', 'Lists'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await isUntouched()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('script')
    await page.getByRole('option').first().waitFor()
    await isUntouched()
  })

  test('in the name of a job, in the title of the page and in measurements', async () => {
    const { page } = await openSignedIn('owner', '/')
    for (const text of TEXTS.slice(0, 8)) {
      await page.goto(`/o/1/jobs/${await createJob(text)}`)
      await page.getByRole('heading', { name: text, exact: true, level: 1 }).waitFor()
      expect(await page.title()).toBe(`${text} · Takeoff`)
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
    }
  })

  test('in the name and in the content of a file', async () => {
    const jobId = await createJob('Hostile file')
    const { page } = await openSignedIn('owner', `/o/1/jobs/${jobId}/measurements`, {
      expected: [/status of 4\d\d/],
    })
    // Few enough for a file whose unknown keys are all shown.
    for (let first = 0; first < TEXTS.length; first += 5) {
      const texts = TEXTS.slice(first, first + 5)
      const values = (value: unknown) => Object.fromEntries(texts.map((text) => [text, value]))
      const content = { roof: { valleys: { length: 85 }, ...values(1) }, ...values({ length: 2 }) }
      const buffer = Buffer.from(JSON.stringify(content))
      const name = `${texts[0]?.replaceAll('/', '∕')}.json`
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ name, mimeType: 'application/json', buffer })
      await page.getByRole('button', { name: 'Choose another file' }).waitFor()
      await page.getByText(/Recognised as|cannot be read/).waitFor()
      await page.getByRole('button', { name: 'Choose another file' }).click()
    }
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
  })
})

import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn, shareSignedIn } from './support/browser.ts'
import { handleNext, loseResponse } from './support/documents.ts'
import { holdChanges, refuseRequests, routeGraphql } from './support/graphql-requests.ts'
import {
  createJob,
  createMeasuredJob,
  measureJob,
  measurementsFile,
} from './support/office-data.ts'

/** Acts while the next such operation is under way. */
const meanwhile = (page: Page, operation: string, act: () => Promise<void>) =>
  handleNext(page, operation, async (route) => {
    await act()
    await route.continue()
  })

/** Counts uploads of measurement files from now on. */
function countUploads(page: Page): () => number {
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().includes('/session/measurement-files')) uploads += 1
  })
  return () => uploads
}

/** Whether the page keeps the browser from opening what is dropped at its heading. */
const refusesDrop = (page: Page, kind: 'file' | 'text'): Promise<boolean[]> =>
  page.getByRole('heading', { name: 'Measurements' }).evaluate((heading, dropped) => {
    const dataTransfer = new DataTransfer()
    if (dropped === 'file') dataTransfer.items.add(new File(['{}'], 'report.json'))
    else dataTransfer.setData('text/plain', '185')
    return ['dragover', 'drop'].map((type) => {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      heading.dispatchEvent(event)
      return event.defaultPrevented
    })
  }, kind)

describe.skipIf(browserPath === undefined)('jobs in a browser (needs Chromium)', () => {
  const shared = shareSignedIn('estimator')

  test('a job is created, found by its words, and changed', async () => {
    const { page } = shared()
    await page.goto('/o/1/jobs')
    await page.getByRole('button', { name: 'New job' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Give the job a name.').waitFor()
    await page.getByLabel('Name').fill('Willow Lane 77')
    await page.getByLabel('Your number').fill('WILLOW-77')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Willow Lane 77' }).waitFor()
    await page.getByText('Not measured yet').waitFor()
    await page.getByRole('button', { name: 'Edit job' }).click()
    await page.getByLabel('Name').fill('Willow Lane 78')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Willow Lane 78' }).waitFor()
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.getByRole('searchbox').fill('willow 78')
    const row = page.getByRole('row', { name: /Willow Lane 78/ })
    await row.getByText('New', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('nothing-like-it')
    await page.getByText('No job matches').waitFor()
    expect(await page.getByRole('row').count()).toBe(0)
  })

  test('a job whose response was lost is made once, also after its dialog was closed and another job was made', async () => {
    const { page } = shared()
    await page.goto('/o/1/jobs')
    const dialog = page.getByRole('dialog')
    const create = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'New job' }).click()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create' }).click()
    }
    const lost = await loseResponse(page, 'JobSave')
    await create('Birch Street 5')
    await lost.handled
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const name of ['Birch Street 6', 'Birch Street 5']) {
      await create(name)
      await page.getByRole('heading', { name }).waitFor()
      await page.getByRole('link', { name: 'Jobs' }).first().click()
    }
    await page.getByRole('searchbox').fill('birch street')
    const rows = page.getByRole('row', { name: /Birch Street/ })
    await expect.poll(() => rows.count()).toBe(2)
  })

  test('what was searched for is there again after Back and a reload, and gone by the link to all jobs', async () => {
    const { page } = shared()
    await page.goto('/o/1/jobs')
    const search = page.getByRole('searchbox')
    const rows = page.getByRole('row', { name: /Maple Street 214/ })
    await search.pressSequentially('maple 214')
    await rows.first().waitFor()
    await page
      .getByRole('link', { name: /Maple Street 214/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /Maple Street 214/ }).waitFor()
    await page.goBack()
    await rows.first().waitFor()
    expect(await search.inputValue()).toBe('maple 214')
    await page.reload()
    await rows.first().waitFor()
    expect(await search.inputValue()).toBe('maple 214')
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await expect.poll(() => search.inputValue()).toBe('')
    expect(new URL(page.url()).search).toBe('')
  })

  test('a search that takes long shows that it is under way, over the former result', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs')
    await page.getByRole('row').nth(1).waitFor()
    const progress = page.getByRole('progressbar', { name: 'Loading' })
    const searched = await meanwhile(page, 'Jobs', async () => {
      await progress.waitFor()
      expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    })
    await page.getByRole('searchbox').fill('nothing-like-it')
    await searched.handled
    await page.getByText('No job matches').waitFor()
    expect(await progress.count()).toBe(0)
  })

  test('a number that another job has is refused beside the form, which stays', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs/1', {
      expected: [/status of 4\d\d/],
    })
    await page.getByRole('button', { name: 'Edit job' }).click()
    await page.getByLabel('Your number').fill('DEMO-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Your number').inputValue()).toBe('DEMO-2')
  })

  test('figures are typed, checked, kept over a reload, and saved', async () => {
    const jobId = await createJob('Typed')
    const { page } = await openSignedIn('estimator', `/o/1/jobs/${jobId}/measurements`)
    await page.getByLabel('Roof area, sq ft').fill('much')
    await page.getByText('Give a number of 0 or more.').first().waitFor()
    await page.getByLabel('Roof area, sq ft').fill('2,139')
    await page.getByLabel('Valleys, ft').fill('85')
    await page.reload()
    await page.getByText('What you typed earlier was restored.').waitFor()
    expect(await page.getByLabel('Valleys, ft').inputValue()).toBe('85')
    const save = page.getByRole('button', { name: 'Save' })
    const saved = await meanwhile(page, 'MeasurementsImport', () =>
      page.getByLabel('Valleys, ft').fill('86'),
    )
    await save.click()
    await saved.handled
    await page.getByText('Measurements saved as version 1').waitFor()
    expect(await page.getByLabel('Valleys, ft').inputValue()).toBe('86')
    // What an earlier try has saved is not typed for newer measurements.
    const lost = await loseResponse(page, 'MeasurementsImport')
    await save.click()
    await lost.handled
    await page.getByRole('alert').first().waitFor()
    await save.click()
    await page.getByText('Measurements saved as version 2').waitFor()
    await page.getByText('2,139 sq ft').waitFor()
    expect(await page.getByText('86 ft').count()).toBe(1)
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    await page.getByLabel('Valleys, ft').waitFor()
    expect(await page.getByText('What you typed earlier was restored.').count()).toBe(0)
  })

  test('figures that were typed before newer measurements are restored only when they are wanted', async () => {
    const jobId = await createMeasuredJob('Typed before')
    const { page } = shared()
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    const valleys = page.getByLabel('Valleys, ft')
    const area = page.getByLabel('Roof area, sq ft')
    await valleys.fill('185')
    await measureJob(jobId, 4000)
    await page.reload()
    await page.getByText('Newer measurements were saved since.').waitFor()
    expect(await area.inputValue()).toBe('4000')
    expect(await valleys.inputValue()).not.toBe('185')
    await area.fill('4100')
    await page.reload()
    await page.getByText('Newer measurements were saved since.').waitFor()
    await page.getByRole('button', { name: 'Show what I typed' }).click()
    expect(await valleys.inputValue()).toBe('185')
    expect(await area.inputValue()).toBe('4100')
    await page.reload()
    await page.getByText('What you typed earlier was restored.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await valleys.inputValue()).not.toBe('185')

    await valleys.fill('186')
    await page.getByLabel('Choose a file').setInputFiles(fileURLToPath(measurementsFile))
    await page.getByRole('button', { name: 'Accept and save' }).click()
    await page.getByText(/Measurements saved as version/).waitFor()
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    await page.getByText('Newer measurements were saved since.').waitFor()
    expect(await valleys.inputValue()).not.toBe('186')
    await page.getByRole('button', { name: 'Show what I typed' }).click()
    expect(await valleys.inputValue()).toBe('186')
  })

  test('typed figures do not replace measurements that were saved while the page was open', async () => {
    const jobId = await createMeasuredJob('Measured meanwhile')
    const { page } = await openSignedIn('estimator', `/o/1/jobs/${jobId}/measurements`, {
      expected: [/status of 403/],
    })
    const valleys = page.getByLabel('Valleys, ft')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await valleys.fill('185')
    const refuse = await refuseRequests(page)
    refuse('changes')
    await save.click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    refuse('nothing')
    await measureJob(jobId, 4000)
    await save.click()
    await page.getByText('Nothing was saved: there are newer measurements').waitFor()
    expect(await page.getByText('Not now.').count()).toBe(0)
    expect(await page.getByLabel('Roof area, sq ft').inputValue()).toBe('4000')
    await page.getByRole('button', { name: 'Show what I typed' }).click()
    expect(await valleys.inputValue()).toBe('185')
    await save.click()
    await page.getByText('Measurements saved as version 3').waitFor()
    await page.getByText('4,000 sq ft').waitFor()
    expect(await page.getByText('185 ft').count()).toBe(1)
  })

  test('a file is read, shown with its warnings, and saved', async () => {
    const jobId = await createMeasuredJob('From a file')
    const { page, expectAccessible } = shared()
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    await page.getByLabel('Choose a file').setInputFiles(fileURLToPath(measurementsFile))
    await page.getByText('Recognised as Takeoff JSON').waitFor()
    await page.getByRole('row', { name: /Valleys/ }).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: 'Accept and save' }).click()
    await page.getByText(/Measurements saved as version/).waitFor()
    expect(page.url()).toMatch(new RegExp(`/o/1/jobs/${jobId}$`))
  })

  test('a file that is being saved is not put away, and its save is reported on another page, too', async () => {
    const jobId = await createJob('Saved slowly')
    const { page } = await openSignedIn('estimator', `/o/1/jobs/${jobId}/measurements`)
    await page.getByLabel('Choose a file').setInputFiles(fileURLToPath(measurementsFile))
    const held = await holdChanges(page)
    await page.getByRole('button', { name: 'Accept and save' }).click()
    await held.made
    const other = page.getByRole('button', { name: 'Choose another file' })
    expect(await other.isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await held.release()
    await page.getByText('Measurements saved as version 1').waitFor()
    expect(page.url()).toMatch(/\/o\/1\/jobs$/)
  })

  test('a file is uploaded once, however often its tab is left or the connection lost', async () => {
    const jobId = await createJob('Uploaded once')
    const target = `/o/1/jobs/${jobId}/measurements`
    const { page } = await openSignedIn('estimator', target, { expected: [/ERR_/] })
    const uploads = countUploads(page)
    await page.getByLabel('Choose a file').setInputFiles(fileURLToPath(measurementsFile))
    const accept = page.getByRole('button', { name: 'Accept and save' })
    await accept.waitFor()
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await accept.click()
    await page.getByText(/Measurements saved as version/).waitFor()
    expect(uploads()).toBe(1)
  })

  test('a file that is dropped beside its place does not replace the page', async () => {
    const jobId = await createJob('Dropped beside')
    const { page } = shared()
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    await page.getByLabel('Roof area, sq ft').waitFor()
    expect(await refusesDrop(page, 'file')).toEqual([true, true])
    // It may be dropped into a field.
    expect(await refusesDrop(page, 'text')).toEqual([false, false])
    await page.getByRole('link', { name: 'Dropped beside' }).click()
    await page.getByRole('heading', { name: 'Dropped beside' }).waitFor()
  })

  test('a file that cannot be read is kept, with the reason', async () => {
    const jobId = await createJob('Unreadable')
    const { page } = shared()
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    const file = {
      name: 'report.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('PK\u0003\u0004'),
    }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.getByText('This file cannot be read').waitFor()
    await page.locator('#content:focus').waitFor()
    expect(await page.getByRole('alert').innerText()).toMatch(/XML.*support can look at it/s)
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByLabel('Roof area, sq ft').waitFor()
    await page.locator('#content:focus').waitFor()
  })

  test('a file that is empty or too large is refused without an upload', async () => {
    const jobId = await createJob('Empty file')
    const { page } = await openSignedIn('estimator', `/o/1/jobs/${jobId}/measurements`)
    const uploads = countUploads(page)
    const choose = (buffer: Buffer): Promise<void> =>
      page
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer })
    await choose(Buffer.alloc(0))
    await page.getByRole('alert').getByText('The file is empty.').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(Buffer.alloc(5_000_001))
    await page.getByRole('alert').getByText('larger than 5 MB').waitFor()
    expect(uploads()).toBe(0)
  })

  test('a list is shown with its price before it is created', async () => {
    const jobId = await createMeasuredJob('To be listed')
    const { page, expectAccessible } = await openSignedIn('estimator', `/o/1/jobs/${jobId}`)
    await page.getByRole('link', { name: 'New list' }).click()
    await page.getByText('Choose a template to see its items').waitFor()
    await page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }).check()
    await page.getByRole('cell', { name: /GAF Timberline/ }).waitFor()
    await expectAccessible()
    await page.getByLabel('Name of the list').fill('Both trades')
    await page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }).uncheck()
    await page.getByText('Choose a template to see its items').waitFor()
    await page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }).check()
    await page.getByRole('checkbox', { name: 'Vinyl Siding' }).check()
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('Both trades')
    const created = await meanwhile(page, 'ListCreate', () =>
      page.getByRole('link', { name: 'Lists', exact: true }).click(),
    )
    await page.getByRole('button', { name: 'Create list' }).click()
    await created.handled
    await page.getByText('more values are missing').waitFor()
    // A person who has gone to another page stays there.
    expect(new URL(page.url()).pathname).toBe('/o/1/lists')
    await page.getByRole('link', { name: 'Both trades' }).click()
    await page.getByRole('heading', { name: 'Both trades' }).waitFor()
    await page.getByRole('textbox', { name: /^Quantity of GAF Timberline/ }).waitFor()
    expect(page.url()).toMatch(/\/o\/1\/lists\/\d+$/)
  })

  test('a new list whose response was lost is created once, also after its only template was chosen anew', async () => {
    const jobId = await createMeasuredJob('To be listed once')
    const { page } = await openSignedIn('estimator', `/o/1/jobs/${jobId}`)
    await page.getByRole('link', { name: 'New list' }).click()
    const template = page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' })
    await template.check()
    await page.getByLabel('Name of the list').fill('Created once')
    const create = page.getByRole('button', { name: 'Create list' })
    const lost = await loseResponse(page, 'ListCreate')
    await create.click()
    await lost.handled
    await page.getByRole('alert').first().waitFor()
    await template.uncheck()
    await create.waitFor({ state: 'detached' })
    await template.check()
    await create.click()
    await page.getByRole('heading', { name: 'Created once' }).waitFor()
    await page.goto(`/o/1/jobs/${jobId}`)
    const links = page.getByRole('link', { name: 'Created once' })
    await links.first().waitFor()
    expect(await links.count()).toBe(1)
  })

  test('the page of a new list leads to the measurements that the job lacks', async () => {
    const jobId = await createJob('Not measured')
    const { page } = shared()
    await page.goto(`/o/1/jobs/${jobId}/new-list`)
    await page.getByText('A list needs measurements. Add them first.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Add measurements' }).click()
    await page.getByRole('heading', { name: 'Measurements' }).waitFor()
  })

  test('a viewer reads a job, and can change nothing', async () => {
    const jobId = await createMeasuredJob('Only read')
    const { page } = await openSignedIn('viewer', `/o/1/jobs/${jobId}`)
    await page.getByRole('heading', { name: 'Only read' }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit job' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New list' }).count()).toBe(0)
    await page.goto(`/o/1/jobs/${jobId}/measurements`)
    await page.getByText('Your role does not include this').waitFor()
    await expect.poll(() => page.title()).toBe('Your role does not include this · Takeoff')
  })

  test('the keyboard alone finds a job, and goes from page to page', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/1/jobs')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Lists' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('maple 214')
    await page
      .getByRole('option', { name: /Maple Street 214/ })
      .first()
      .waitFor()
    await expectAccessible()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Maple Street 214/ }).waitFor()
    expect(await page.locator(':focus').getAttribute('id')).toBe('content')
  })

  test('a dialog of a job is gone when another job is opened over it', async () => {
    const shown = `Shown before ${crypto.randomUUID()}`
    const edited = await createJob('Edited')
    const { page } = shared()
    await page.goto(`/o/1/jobs/${await createJob(shown)}`)
    await page.getByRole('heading', { name: shown }).waitFor()
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.locator(`a[href="/o/1/jobs/${edited}"]`).click()
    await page.getByRole('button', { name: 'Edit job' }).click()
    await page.getByRole('dialog', { name: 'Edit job' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(shown)
    await page.getByRole('option', { name: shown }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: shown }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('jobs of one organization are not shown below the name of another one', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs')
    const rows = page.getByRole('row')
    await rows.nth(1).waitFor()
    const read = await meanwhile(page, 'Jobs', async () => {
      await page.waitForURL('**/o/2/jobs')
      await expect.poll(() => rows.count()).toBe(0)
    })
    await page.getByRole('button', { name: /^Organization:/ }).click()
    await page.getByRole('menuitemradio', { checked: false }).click()
    await read.handled
    await page.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
  })

  test('Ctrl Enter presses the primary button of the open dialog, or else of the page', async () => {
    const { page } = shared()
    await page.goto('/o/1/jobs')
    await page.getByRole('button', { name: 'New job' }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    // The dialog has no primary button, and that of the page is behind it.
    await page.keyboard.press('Control+Enter')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
    const name = `By keys ${crypto.randomUUID()}`
    await page.keyboard.type(name)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name }).waitFor()
  })

  test('keys pressed alone can be switched off as shortcuts, and stay so', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs')
    const search = page.getByRole('searchbox')
    await search.waitFor()
    await page.keyboard.press('e')
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await search.inputValue()).toBe('')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await search.blur()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByLabel('Keys pressed alone are shortcuts').uncheck()
    await page.reload()
    await search.waitFor()
    for (const key of ['e', 'g', 'l', '?']) await page.keyboard.press(key)
    // The search opens after everything that the keys before it could have opened.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/o/1/jobs')
    expect(await search.inputValue()).toBe('')
  })

  test('on a Mac shortcuts are named with its key', async () => {
    const userAgent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36'
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { userAgent })
    await page.getByRole('button', { name: 'Search and commands ⌘ K' }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('⌘ Enter').waitFor()
    expect(await help.getByText('Ctrl').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Meta+Enter')
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
  })

  test('what is typed after Ctrl K arrives in the search, however quickly it follows', async () => {
    const { page } = shared()
    await page.goto('/o/1/jobs')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const focused = await page.evaluate(async () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }),
      )
      // The next key of a keyboard is an event of its own, and so comes after this.
      await Promise.resolve()
      return document.activeElement?.getAttribute('role')
    })
    expect(focused).toBe('combobox')
  })

  test('Enter waits for what the typed text finds, and opens nothing of the text before', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs')
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox')
    await search.fill('maple 214')
    await page
      .getByRole('option', { name: /Maple Street 214/ })
      .first()
      .waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await routeGraphql(page, async (route) => {
      await released
      await route.continue()
    })
    const sent = page.waitForRequest('**/session/graphql')
    await search.fill('no job has this name')
    await sent
    await search.press('Enter')
    release()
    await page.getByText('Nothing matches.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/o/1/jobs')
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('the chosen entry of the search is on the screen, however many there are', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs')
    await page.setViewportSize({ width: 720, height: 300 })
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox')
    await search.fill('a')
    const entries = page.getByRole('option')
    await expect.poll(() => entries.count()).toBeGreaterThan(6)
    const isSeen = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    const chosen = page.getByRole('option', { selected: true })
    const goTo = (entry: Locator, key: string): Promise<void> =>
      // Entries that are found later come behind those that are shown.
      expect
        .poll(async () => {
          await search.press(key)
          return entry.and(chosen).count()
        })
        .toBe(1)
    await goTo(entries.last(), 'ArrowDown')
    expect(await entries.last().evaluate(isSeen)).toBe(true)
    await goTo(entries.first(), 'ArrowUp')
    expect(await entries.first().evaluate(isSeen)).toBe(true)
    expect(await search.evaluate(isSeen)).toBe(true)
  })

  test('colors and language are chosen, and remembered', async () => {
    const { page } = await openSignedIn('viewer', '/o/1/jobs')
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Obras' }).waitFor()
    await page.getByRole('button', { name: /Vera Viner/ }).click()
    await page.getByRole('menuitemradio', { name: /Oscuro/ }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Obras' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
  })
})

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { List } from './lists.ts'

const COLD_LOADS = 10
const SAVES = 40
const EDITS = 40
const WHEEL = { turns: 150, px: 240, pauseMs: 16 }

/** Opens pages of the person who has signed in; each context has an empty cache. */
export interface Session {
  readonly browser: Browser
  readonly options: BrowserContextOptions
}

export async function withPage<T>(
  { browser, options }: Session,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Bytes of script, as they are sent, until a page that is loaded for the first time has no more requests. */
export function weighScripts(session: Session, path: string): Promise<number> {
  return withPage(session, async (page) => {
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const scripts = new Set<string>()
    let bytes = 0
    network.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    return bytes
  })
}

/** Milliseconds from the navigation, without a cache, until every line of the list can be edited. */
export async function timeColdLoads(session: Session, { id, lineCount }: List): Promise<number[]> {
  const durations: number[] = []
  for (let load = 0; load < COLD_LOADS; load += 1)
    durations.push(
      await withPage(session, async (page) => {
        await page.goto(`/o/1/lists/${id}`, { waitUntil: 'commit' })
        const ready = await page.waitForFunction(
          (lines) =>
            document.querySelectorAll('input[data-column=quantity]').length >= lines &&
            performance.now(),
          lineCount,
          { polling: 'raf' },
        )
        return Number(await ready.jsonValue())
      }),
    )
  return durations
}

/** How many of the edits of a quantity changed the total before the next frame was drawn. */
export function countEditsInTheirFrame(session: Session, list: List) {
  return onList(session, list, async (page) => {
    const inFrame = await page.evaluate(async (edits) => {
      const input = document.querySelector<HTMLInputElement>('input[data-column=quantity]')
      const total = [...document.querySelectorAll('dt')].find(
        (term) => term.textContent === 'Price',
      )
      const text = (): string => total?.nextElementSibling?.textContent ?? ''
      if (!input || text() === '') throw new Error('the list has no total')
      input.focus()
      let count = 0
      for (let edit = 1; edit <= edits; edit += 1) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const before = text()
        input.select()
        // As the keyboard does it.
        document.execCommand('insertText', false, String(1000 + edit))
        await new Promise(requestAnimationFrame)
        if (text() !== before) count += 1
      }
      return count
    }, EDITS)
    return { inFrame, edits: EDITS }
  })
}

/** Milliseconds from the click on Save until the page says which version it has made. */
export function timeSaves(session: Session, list: List): Promise<number[]> {
  return onList(session, list, async (page) => {
    const quantity = page.getByRole('textbox', { name: /^Quantity of/ }).first()
    const durations: number[] = []
    for (let save = 1; save <= SAVES; save += 1) {
      await quantity.fill(String(save))
      const text = `Saved as version ${list.version + save}`
      durations.push(
        await page.getByRole('button', { name: 'Save', exact: true }).evaluate(timeClick, text),
      )
    }
    return durations
  })
}

/** @returns milliseconds from the click until the page shows the text */
function timeClick(button: Element, text: string): Promise<number> {
  return new Promise((resolve) => {
    const from = performance.now()
    const observer = new MutationObserver(() => {
      if (!document.body.innerText.includes(text)) return
      observer.disconnect()
      resolve(performance.now() - from)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    ;(button as HTMLElement).click()
  })
}

/** Milliseconds of each frame while the wheel turns through the list. */
export function timeFrames(session: Session, list: List): Promise<number[]> {
  return onList(session, list, async (page) => {
    const frames = page.evaluate(
      (limitMs) =>
        new Promise<number[]>((resolve) => {
          const durations: number[] = []
          const from = performance.now()
          let last = from
          requestAnimationFrame(function next() {
            const now = performance.now()
            durations.push(now - last)
            last = now
            if (now - from < limitMs) requestAnimationFrame(next)
            else resolve(durations)
          })
        }),
      WHEEL.turns * WHEEL.pauseMs,
    )
    await page.mouse.move(400, 500)
    for (let turn = 0; turn < WHEEL.turns; turn += 1) {
      await page.mouse.wheel(0, WHEEL.px)
      await page.waitForTimeout(WHEEL.pauseMs)
    }
    return await frames
  })
}

function onList<T>(session: Session, { id }: List, work: (page: Page) => Promise<T>): Promise<T> {
  return withPage(session, async (page) => {
    await page.goto(`/o/1/lists/${id}`)
    await page.waitForLoadState('networkidle')
    return await work(page)
  })
}

import type { DevEnv } from '@takeoff/dev-env/dev-env'
import type { Page } from 'playwright-core'
import { keyboard, mouse, orderFromFile, slowDown } from '../../browser/support/main-flow.ts'
import type { Hands } from '../../browser/support/main-flow.ts'
import { browserPath, launchBrowser, signIn } from '../../support/browser.ts'
import { buildConsole } from '../../support/build-console.ts'
import { shareOf } from '../share-of.ts'
import { printTable } from '../../support/table.ts'
import { createListOf } from './lists.ts'
import {
  countEditsInTheirFrame,
  timeColdLoads,
  timeFrames,
  timeSaves,
  weighScripts,
  withPage,
} from './measure-page.ts'
import type { Session } from './measure-page.ts'

const OWNER = 'olivia@example.com'
const DESKTOP = { width: 1440, height: 900 }

/** What a person notices of the console in a real browser, beside the bars of its design. */
export async function benchConsole(devEnv: DevEnv): Promise<void> {
  if (browserPath === undefined) {
    console.log('console: not measured, because there is no Chromium\n')
    return
  }
  await buildConsole()
  const browser = await launchBrowser()
  try {
    const options = { ...(await signIn(browser, devEnv.urls.gateway, OWNER)), viewport: DESKTOP }
    printTable(['Console', 'bar', 'measured'], await measure(devEnv, { browser, options }))
    console.log()
  } finally {
    await browser.close()
  }
}

async function measure(devEnv: DevEnv, session: Session): Promise<string[][]> {
  const list = await createListOf(devEnv, 60)
  const longList = await createListOf(devEnv, 5_000)
  // The first page of a new stack also waits for what each process does once.
  await weighScripts(session, '/o/1/jobs')
  const rows: string[][] = []
  for (const [page, path] of [
    ['jobs', '/o/1/jobs'],
    ['a list', `/o/1/lists/${list.id}`],
    ['its order form', `/o/1/lists/${list.id}/order`],
  ] as const) {
    const kilobytes = (await weighScripts(session, path)) / 1000
    rows.push([`script of the first load: ${page}`, '170 kB', `${kilobytes.toFixed(0)} kB`])
  }
  const loads = await timeColdLoads(session, list)
  rows.push(['list of 60 lines, cold, until each can be edited', '1 s', inWords(loads)])
  const { inFrame, edits } = await countEditsInTheirFrame(session, list)
  rows.push(['edits whose total is in the next frame', 'all', `${inFrame} of ${edits}`])
  const saves = await timeSaves(session, list)
  rows.push(['save, from the click to the new version', 'p95 200 ms', inWords(saves)])
  const frames = await timeFrames(session, longList)
  rows.push(['frame while 5,000 lines are scrolled', 'longest 50 ms', inWords(frames)])
  for (const [means, handsOf] of [
    ['mouse', mouse],
    ['keyboard', keyboard],
  ] as const)
    rows.push([
      `file to order at 200 ms of delay, ${means}`,
      '25 steps, 90 s',
      await timeFlow(session, means, handsOf),
    ])
  return rows
}

function timeFlow(
  session: Session,
  means: string,
  handsOf: (page: Page) => Hands,
): Promise<string> {
  return withPage(session, async (page) => {
    await page.goto('/o/1/jobs')
    await slowDown(page)
    const hands = handsOf(page)
    const from = performance.now()
    await orderFromFile(page, hands, `Flow by ${means}`)
    const seconds = (performance.now() - from) / 1000
    return `${hands.count()} steps, ${seconds.toFixed(1)} s`
  })
}

function inWords(durations: readonly number[]): string {
  const [p50, p95] = [0.5, 0.95].map((share) => shareOf(durations, share).toFixed(0))
  return `p50 ${p50}, p95 ${p95}, longest ${Math.max(...durations).toFixed(0)} ms`
}

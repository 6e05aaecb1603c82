import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { measureLongList } from './long-list.ts'

const SHORT = 50
const LONG = 5000

/** How the costs grow with a list. A growth of 1 is linear in the number of items; less is better. */
export async function benchLists(devEnv: DevEnv): Promise<void> {
  const short = await measureLongList(devEnv, SHORT)
  const long = await measureLongList(devEnv, LONG)
  console.log(`a list of ${SHORT} and of ${LONG} items, one request at a time`)
  for (const [index, { step, ms, sqlStatements }] of short.entries()) {
    const longer = long[index]
    if (longer === undefined) continue
    const growth = longer.ms / ms / (LONG / SHORT)
    console.log(
      `  ${step.padEnd(24)}${ms.toFixed(1).padStart(8)} ms ${String(sqlStatements).padStart(3)} statements` +
        `${longer.ms.toFixed(1).padStart(10)} ms ${String(longer.sqlStatements).padStart(3)} statements   growth ${growth.toFixed(3)}`,
    )
  }
  console.log()
}

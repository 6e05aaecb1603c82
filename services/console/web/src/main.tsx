import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, FRESH_MS } from './api/query-client.ts'
import { pausePollsWhileUnused } from './api/pause-polls.ts'
import { Application } from './application.tsx'
import { createAppRouter } from './router.tsx'
import { readAhead } from './shell/read-ahead.ts'
import { forgetEarlyRequests } from './api/early-requests.ts'
import { focusProblem } from './ui/focus-problem.ts'
import { keepCellsApart } from './ui/paste-cells.ts'
import { pressPrimary } from './ui/primary-action.ts'
import { applyTheme, currentTheme } from './theme.ts'

/** What takes longer is not waited for: the frame of the page comes first then, and says that it loads. */
const FIRST_RENDER_MS = 300

type AppRouter = ReturnType<typeof createAppRouter>

/** Reads the session, the code of the page and its data; all of them are under way by now. */
async function readPage(router: AppRouter, queries: QueryClient): Promise<void> {
  await router.load()
  await readAhead(queries, router.state.location)
}

/** Renders once, with all that is there: a page that is rendered in stages takes longer, and moves. */
async function begin(root: Element): Promise<void> {
  // The scripts have just been evaluated, so the browser gets its turn.
  await delay(0)
  const queries = createQueryClient()
  const router = createAppRouter(queries)
  const read = readPage(router, queries).catch(() => undefined)
  await Promise.race([read, delay(FIRST_RENDER_MS)])
  // As a transition it is rendered in steps of a few milliseconds.
  startTransition(() => createRoot(root).render(<Application queries={queries} router={router} />))
  setTimeout(forgetEarlyRequests, FRESH_MS)
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

applyTheme(currentTheme())
pausePollsWhileUnused()
document.addEventListener('submit', focusProblem)
document.addEventListener('paste', keepCellsApart)
document.addEventListener('keydown', pressPrimary, { capture: true })
const root = document.querySelector('#app')
if (root) void begin(root)

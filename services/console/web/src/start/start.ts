import { prepareFormat } from '../i18n/format.ts'
import { initialLanguage } from '../i18n/initial-language.ts'
import { readSetting } from '../settings.ts'
import { OWN_REQUEST } from '../api/own-request.ts'
import { readFirstSession } from '../session/read-session.ts'
import { requestEarly } from '../api/early-requests.ts'
import { loadPage } from './page-code.ts'
import { readsOf } from './page-reads.ts'

// The first script of the application. It is small, so that what the page needs is under way while the large script is loaded.

/** The address that was opened, or the one that the start page leads to. */
function openedPath(): string {
  const { pathname } = globalThis.location
  const orgId = readSetting('organization')
  return pathname === '/' && orgId !== undefined ? `/o/${orgId}/jobs` : pathname
}

async function sendReads(path: string): Promise<void> {
  const state = await readFirstSession()
  if (state.kind === 'signed-out') return
  const reads = readsOf(path, state.session.organizations)
  await Promise.all(reads.map((read) => requestEarly(read, OWN_REQUEST)))
}

// The page itself shows what goes wrong.
const ignore = (): undefined => undefined
const path = openedPath()
// A page with filters reads other rows.
if (globalThis.location.search === '') sendReads(path).catch(ignore)
loadPage(path)?.catch(ignore)
const language = initialLanguage()
if (language === 'es') import('../i18n/es.ts').catch(ignore)
prepareFormat(language)

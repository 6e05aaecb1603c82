import type { Office } from './office.ts'
import type { Picture } from './picture.ts'
import { catalog, integrationsOf } from './setup-pictures.ts'
import { jobs, list, listsOf, ordersOf } from './work-pictures.ts'

const OWNER = 'olivia@example.com'
const VIEWER = 'vera@example.com'

/** Every page of the console, and its states. */
export function pictures(office: Office): readonly Picture[] {
  const ofOwner = [
    ...jobs,
    ...listsOf(office),
    ...ordersOf(office),
    ...catalog,
    ...integrationsOf(office),
    ...everywhere,
  ]
  return [
    { name: 'sign-in', path: '/' },
    ...ofOwner.map((picture) => ({ person: OWNER, ...picture })),
    { name: 'list-of-viewer', path: list, person: VIEWER },
    { name: 'no-permission', path: '/o/1/jobs/1/measurements', person: VIEWER },
  ]
}

const everywhere: readonly Picture[] = [
  {
    name: 'search',
    path: '/o/1/jobs',
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('maple')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/o/1/jobs',
    async act(page) {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  { name: 'no-such-page', path: '/o/1/nowhere' },
  { name: 'no-such-list', path: '/o/1/lists/999999' },
]

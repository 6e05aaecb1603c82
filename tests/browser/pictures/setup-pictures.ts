import type { Office } from './office.ts'
import { button, fileOf, inDialog } from './picture.ts'
import type { Picture } from './picture.ts'

const PRICES = `sku,name,unit,unit_cost,effective_from
GAF-0489-CHAR,GAF Timberline HDZ Shingles,BUNDLES,44.10,2026-12-01
NEW-1,Copper ridge roll,ROLLS,80,2026-12-01
BAD-1,Strap,PIECES,free,2026-12-01
`

export const catalog: readonly Picture[] = [
  { name: 'templates', path: '/o/1/catalog/templates' },
  { name: 'template', path: '/o/1/catalog/templates/1' },
  {
    name: 'template-invalid',
    path: '/o/1/catalog/templates/1',
    async act(page) {
      await page
        .getByLabel(/^Unit cost of/)
        .first()
        .fill('cheap')
      await page.getByText('1 value must be corrected').waitFor()
    },
  },
  { name: 'vendors', path: '/o/1/catalog/vendors' },
  {
    name: 'vendor-new',
    path: '/o/1/catalog/vendors',
    async act(page) {
      await button(page, 'New vendor').click()
      await button(page.getByRole('dialog'), 'Create').click()
      await inDialog(page, 'This cannot be empty.')
    },
  },
  { name: 'prices', path: '/o/1/catalog/prices' },
  {
    name: 'price-file',
    path: '/o/1/catalog/prices',
    async act(page) {
      await button(page, 'Import prices').click()
      const file = fileOf('prices.csv', 'text/csv', PRICES)
      await page.getByRole('dialog').getByLabel('CSV file').setInputFiles(file)
      await page.getByRole('dialog').getByText('All 3').click()
      await inDialog(page, 'GAF-0489-CHAR')
    },
  },
  { name: 'brand', path: '/o/1/catalog/brand' },
]

export const integrationsOf = (office: Office): readonly Picture[] => [
  { name: 'webhooks', path: '/o/1/integrations/webhooks' },
  {
    name: 'webhook-new',
    path: '/o/1/integrations/webhooks',
    async act(page) {
      await button(page, 'New webhook').first().click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Only these' }).check()
    },
  },
  { name: 'webhook', path: `/o/1/integrations/webhooks/${office.webhookId}` },
  { name: 'clients', path: '/o/1/integrations/clients' },
  { name: 'audit', path: '/o/1/integrations/audit' },
  { name: 'attention', path: '/o/1/attention' },
]

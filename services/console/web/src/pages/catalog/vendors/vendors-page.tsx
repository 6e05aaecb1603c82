import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { VendorsDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { CatalogFilter, useCatalogFilters } from '../catalog-filter.tsx'
import { CatalogNav } from '../catalog-nav.tsx'
import { VendorDialog } from './vendor-dialog.tsx'
import { VendorTable } from './vendor-table.tsx'

/** All vendors of the organization. */
export default function VendorsPage(): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.vendors
  const { orgId, can } = useOrganization()
  const { search, includeArchived } = useCatalogFilters()
  const [isCreating, setIsCreating] = useState(false)
  const query = usePages(
    VendorsDocument,
    { orgId, search, includeArchived, withConnections: can('connections:read') },
    (data) => data.vendors,
  )
  const create = can('vendors:write') && (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      {words.new}
    </Button>
  )
  return (
    <>
      <CatalogNav />
      <PageHead title={messages.catalog.sections.vendors} actions={create} />
      <CatalogFilter label={words.search} />
      <Card isPadded={false} label={messages.catalog.sections.vendors}>
        <Loaded query={query}>
          {({ pages }) => {
            const vendors = pages.flatMap((page) => page.vendors.nodes)
            if (vendors.length > 0) return <VendorTable vendors={vendors} />
            if (search !== '') return <Empty title={words.noMatch}>{words.noMatchAdvice}</Empty>
            return (
              <Empty title={words.empty} action={create}>
                {words.emptyAdvice}
              </Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
      {isCreating && <VendorDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

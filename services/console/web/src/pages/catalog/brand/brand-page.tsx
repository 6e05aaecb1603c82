import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { useAskBeforeLeaving } from '../../../drafts/ask-before-leaving.ts'
import { FullBrandDocument } from '../../../generated/operations.ts'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Loaded, NotFound } from '../../../ui/states.tsx'
import { CatalogNav } from '../catalog-nav.tsx'
import styles from './brand.module.css'
import { BrandFields } from './brand-fields.tsx'
import { BrandPreview } from './brand-preview.tsx'
import type { ChosenLogo } from './logo.ts'
import { useBrandDraft } from './use-brand-draft.ts'

/** What the documents of the organization look like, with a live picture of it. */
export default function BrandPage(): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const query = useDocument(FullBrandDocument, { orgId })
  return (
    <>
      <CatalogNav />
      <PageHead title={messages.catalog.sections.brand}>
        <span>{messages.catalog.brand.lead}</span>
      </PageHead>
      <Loaded query={query}>
        {({ organizationBrand: brand }) =>
          brand ? <BrandEditor brand={brand} /> : <NotFound what={String(orgId)} />
        }
      </Loaded>
    </>
  )
}

function BrandEditor({ brand }: { readonly brand: BrandFieldsFragment }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.brand
  const { can } = useOrganization()
  const format = useFormat()
  const draft = useBrandDraft(brand)
  const { form, restoredAt } = draft
  const [logo, setLogo] = useState<ChosenLogo | null>()
  // A browser has no room for pictures.
  useAskBeforeLeaving(logo !== undefined)
  return (
    <>
      {!can('brand:write') && <p className={`notice ${styles['note']}`}>{words.readOnly}</p>}
      {restoredAt !== undefined && (
        <p className={`notice ${styles['note']}`} role="status">
          {messages.list.restored(format.dateTime(restoredAt))}
        </p>
      )}
      <div className={styles['columns']}>
        <BrandFields brand={brand} draft={draft} logo={logo} onLogo={setLogo} />
        <div className={styles['beside']}>
          <Card title={words.preview}>
            <BrandPreview form={form} stored={brand.logo} logo={logo} />
          </Card>
        </div>
      </div>
    </>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { FullBrandDocument } from '../../../generated/operations.ts'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Loaded, NoPermission, NotFound } from '../../../ui/states.tsx'
import { CatalogNav } from '../catalog-nav.tsx'
import { brandFormOf } from './brand-form.ts'
import styles from './brand.module.css'
import { BrandFields } from './brand-fields.tsx'
import { BrandPreview } from './brand-preview.tsx'
import type { ChosenLogo } from './logo.ts'

/** What the documents of the organization look like, with a live picture of it. */
export default function BrandPage(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const isReadable = can('brand:read')
  const query = useDocument(FullBrandDocument, { orgId }, { enabled: isReadable })
  if (!isReadable) return <NoPermission />
  return (
    <>
      <CatalogNav />
      <PageHead title={messages.catalog.sections.brand}>
        <span>{messages.catalog.brand.lead}</span>
      </PageHead>
      <Loaded query={query}>
        {({ organizationBrand: brand }) =>
          brand ? (
            // A brand that was saved begins a new form.
            <BrandEditor key={brand.updatedAt} brand={brand} />
          ) : (
            <NotFound what={String(orgId)} />
          )
        }
      </Loaded>
    </>
  )
}

function BrandEditor({ brand }: { readonly brand: BrandFieldsFragment }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.brand
  const { can } = useOrganization()
  const [form, setForm] = useState(() => brandFormOf(brand))
  const [logo, setLogo] = useState<ChosenLogo | null>()
  return (
    <>
      {!can('brand:write') && <p className={`notice ${styles['note']}`}>{words.readOnly}</p>}
      <div className={styles['columns']}>
        <BrandFields
          brand={brand}
          form={form}
          logo={logo}
          onChange={(values) => setForm({ ...form, ...values })}
          onLogo={setLogo}
        />
        <div className={styles['beside']}>
          <Card title={words.preview}>
            <BrandPreview form={form} stored={brand.logo} logo={logo} />
          </Card>
        </div>
      </div>
    </>
  )
}

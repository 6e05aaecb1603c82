import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { TemplateDocument, TemplateTermsDocument } from '../../../generated/operations.ts'
import type { FullTemplateFragment } from '../../../generated/operations.ts'
import { useOrganization } from '../../../session/organization.ts'
import { rowIdOf } from '../../../session/row-id.ts'
import { useVendors } from '../../../session/use-vendors.ts'
import { VendorsProblem } from '../../../session/vendors-problem.tsx'
import { Loaded, NoPermission, NotFound } from '../../../ui/states.tsx'
import { TemplateEditor } from './template-editor.tsx'

/** A template, or a new one. */
export default function TemplatePage(): ReactNode {
  const { templateId } = useParams({ from: '/o/$orgId/catalog/templates/$templateId' })
  const { orgId, can } = useOrganization()
  const isNew = templateId === 'new'
  const id = rowIdOf(templateId)
  const query = useDocument(TemplateDocument, { id: id ?? 0 }, { enabled: id !== undefined })
  if (isNew) return can('templates:write') ? <WithTerms template={undefined} /> : <NoPermission />
  if (id === undefined) return <NotFound what={templateId} />
  return (
    <Loaded query={query}>
      {({ template }) =>
        template?.orgId === orgId ? (
          <WithTerms template={template} />
        ) : (
          <NotFound what={templateId} />
        )
      }
    </Loaded>
  )
}

function WithTerms({
  template,
}: {
  readonly template: FullTemplateFragment | undefined
}): ReactNode {
  const { orgId } = useOrganization()
  const terms = useDocument(TemplateTermsDocument, { orgId })
  const vendors = useVendors()
  return (
    <Loaded query={terms}>
      {({ measures, organizationDefaults }) => (
        <>
          <VendorsProblem vendors={vendors} />
          <TemplateEditor
            template={template}
            measures={measures}
            standardWaste={organizationDefaults?.wasteFactor ?? 0}
            vendors={vendors.data ?? []}
          />
        </>
      )}
    </Loaded>
  )
}

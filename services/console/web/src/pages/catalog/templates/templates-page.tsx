import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { TemplatesDocument } from '../../../generated/operations.ts'
import type { TemplateHeadFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { CatalogFilter, useCatalogFilters } from '../catalog-filter.tsx'
import { CatalogNav } from '../catalog-nav.tsx'
import styles from '../catalog.module.css'
import { TemplateActions } from './template-actions.tsx'

/** All templates of the organization, by trade. */
export default function TemplatesPage(): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { orgId, can } = useOrganization()
  const { search, includeArchived } = useCatalogFilters()
  const query = usePages(
    TemplatesDocument,
    { orgId, search, includeArchived },
    (data) => data.templates,
  )
  const create = can('templates:write') && can('prices:read') && (
    <Link
      {...buttonLook('primary')}
      to="/o/$orgId/catalog/templates/$templateId"
      params={{ orgId: String(orgId), templateId: 'new' }}
    >
      {words.new}
    </Link>
  )
  return (
    <>
      <CatalogNav />
      <PageHead title={messages.catalog.sections.templates} actions={create} />
      <CatalogFilter label={words.search} />
      <Loaded query={query}>
        {({ pages }) => {
          const templates = pages.flatMap((page) => page.templates.nodes)
          if (templates.length > 0) return <Trades templates={templates} />
          return (
            <Card>
              {search === '' ? (
                <Empty title={words.empty} action={create}>
                  {words.emptyAdvice}
                </Empty>
              ) : (
                <Empty title={words.noMatch}>{messages.catalog.noMatchAdvice}</Empty>
              )}
            </Card>
          )
        }}
      </Loaded>
      <MoreButton query={query} />
    </>
  )
}

function Trades({ templates }: { readonly templates: readonly TemplateHeadFragment[] }): ReactNode {
  const messages = useMessages()
  return (
    <div className="stack">
      {[...Map.groupBy(templates, ({ tradeType }) => tradeType)].map(([trade, members]) => (
        <Card key={trade} title={messages.newList.trades[trade] ?? trade} isPadded={false}>
          <TemplateTable templates={members} />
        </Card>
      ))}
    </div>
  )
}

function TemplateTable({
  templates,
}: {
  readonly templates: readonly TemplateHeadFragment[]
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.catalog.templates
  const { orgId } = useOrganization()
  return (
    <table className={`${table['table']} ${styles['templates']}`}>
      <TableHead
        columns={[
          words.name,
          words.changed,
          { text: messages.list.more, isHidden: true, className: table['end'] },
        ]}
      />
      <tbody>
        {templates.map((template) => (
          <tr key={template.id}>
            <td className={table['main']}>
              <Link
                to="/o/$orgId/catalog/templates/$templateId"
                params={{ orgId: String(orgId), templateId: String(template.id) }}
              >
                {template.name}
              </Link>{' '}
              {template.archivedAt && <Badge tone="warn">{messages.catalog.archived}</Badge>}
            </td>
            <td className={table['soft']}>{format.date(template.updatedAt)}</td>
            <td className={table['end']}>
              <TemplateActions template={template} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

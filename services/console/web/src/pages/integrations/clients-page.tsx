import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { IntegrationsNav } from './integrations-nav.tsx'

/** Where programs get their access: this console makes no keys. */
export default function ClientsPage(): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.clients
  return (
    <>
      <IntegrationsNav />
      <PageHead title={words.title}>
        <span>{words.lead}</span>
      </PageHead>
      <Card title={words.where}>
        <div className="stack">
          <p>{words.whereAdvice}</p>
          <p>
            {words.endpoint}: <code>{`${globalThis.location.origin}/graphql`}</code>
          </p>
          <div className="row">
            <a href="/docs/integrators/" target="_blank" rel="noreferrer">
              {words.guide}
            </a>
            <a href="/docs/" target="_blank" rel="noreferrer">
              {words.reference}
            </a>
          </div>
        </div>
      </Card>
    </>
  )
}

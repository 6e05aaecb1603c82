import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ProductsDocument } from '../../generated/operations.ts'
import type { ProductsQuery } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { TextField } from '../../ui/field.tsx'
import { focusContentAfterIt } from '../../ui/focus-content.ts'
import { Problem } from '../../ui/problem.tsx'
import styles from './product-search.module.css'

const SHOWN_MAX = 8

export type FoundProduct = NonNullable<ProductsQuery['products']>['nodes'][number]

export const productName = ({ name, displayName }: FoundProduct): string => displayName ?? name

/** Finds a product of the catalog by what is typed. */
export function ProductSearch({
  onChoose,
  ...field
}: {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly onChoose: (product: FoundProduct) => void
}): ReactNode {
  const { orgId } = useOrganization()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const query = useDocument(
    ProductsDocument,
    { orgId, search },
    { enabled: search !== '', keepPrevious: true },
  )
  // What was found for the text before is shown until the next result arrives, which it does not offline.
  const isStale = query.isPlaceholderData && query.fetchStatus === 'paused'
  const found =
    search === '' || isStale ? [] : (query.data?.products?.nodes ?? []).slice(0, SHOWN_MAX)
  const choose = (product: FoundProduct): void => {
    onChoose(product)
    setText('')
  }
  return (
    <div>
      <TextField
        {...field}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {search !== '' && found.length === 0 && <NoneFound query={query} />}
      {found.length > 0 && (
        <ul className={styles['found']} aria-label={field.label}>
          {found.map((product) => (
            <li key={product.id}>
              <button ref={focusContentAfterIt} type="button" onClick={() => choose(product)}>
                {productName(product)} <small>{product.sku}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Why no product is listed. In a dialog, the notice that the browser is offline is behind it. */
function NoneFound({
  query: { data, error, isPlaceholderData, fetchStatus },
}: {
  readonly query: ReturnType<typeof useDocument>
}): ReactNode {
  const messages = useMessages()
  if (error) return <Problem error={error} />
  if (fetchStatus === 'paused') return <Problem text={messages.states.offline} />
  if (data === undefined || isPlaceholderData) return null
  return (
    <p role="status" className={styles['none']}>
      {messages.catalog.noProductMatches}
    </p>
  )
}

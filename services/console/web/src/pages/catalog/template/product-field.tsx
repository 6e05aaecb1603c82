import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { ProductsDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import styles from './template-editor.module.css'
import type { LineDraft } from './template-draft.ts'

const SHOWN_MAX = 6

/** The product of a line, found by what is typed. */
export function ProductField({
  product,
  error,
  onChange,
}: {
  readonly product: LineDraft['product']
  readonly error: string | undefined
  readonly onChange: (product: LineDraft['product']) => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { orgId } = useOrganization()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data } = useDocument(
    ProductsDocument,
    { orgId, search },
    { enabled: search !== '', keepPrevious: true },
  )
  const found = search === '' ? [] : (data?.products?.nodes ?? []).slice(0, SHOWN_MAX)
  const choose = (chosen: LineDraft['product']): void => {
    onChange(chosen)
    setText('')
  }
  return (
    <div className={styles['product']}>
      <TextField
        label={words.product}
        error={error}
        hint={product?.name ?? words.noProduct}
        placeholder={words.searchProduct}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {product && (
        <Button kind="quiet" onClick={() => choose(null)}>
          {words.removeProduct}
        </Button>
      )}
      {found.length > 0 && (
        <ul aria-label={words.product}>
          {found.map(({ id, name, displayName, sku }) => (
            <li key={id}>
              <button type="button" onClick={() => choose({ id, name: displayName ?? name })}>
                {displayName ?? name} <small>{sku}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

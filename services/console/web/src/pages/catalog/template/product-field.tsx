import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProductSearch, productName } from '../product-search.tsx'
import type { LineDraft } from './template-draft.ts'

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
  const words = useMessages().catalog.templates
  const place = useRef<HTMLDivElement>(null)
  const change = (chosen: LineDraft['product']): void => {
    onChange(chosen)
    // The button that was pressed is gone then, and the field is another one.
    requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
  }
  return (
    <div ref={place}>
      <ProductSearch
        // Another product, or none, takes back what was typed to find one.
        key={product?.id}
        label={words.product}
        error={error}
        hint={product?.name ?? words.noProduct}
        placeholder={words.searchProduct}
        onChoose={(found) => change({ id: found.id, name: productName(found) })}
      />
      {product && (
        <Button kind="quiet" onClick={() => change(null)}>
          {words.removeProduct}
        </Button>
      )}
    </div>
  )
}

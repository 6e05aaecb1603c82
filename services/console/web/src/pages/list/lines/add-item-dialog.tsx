import { useState } from 'react'
import type { Dispatch, FormEvent, ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProductSearch, productName } from '../../catalog/product-search.tsx'
import type { FoundProduct } from '../../catalog/product-search.tsx'
import type { DraftAction } from '../draft/draft-history.ts'
import { withAdded } from '../draft/list-draft.ts'
import type { ShownLine } from './shown-lines.ts'
import { ItemFields, addedLineOf, emptyItem, ratesOf } from './typed-item.tsx'
import type { TypedItem } from './typed-item.tsx'

/** Adds an item to the draft: a product of the catalog, or one that is typed. */
export default function AddItemDialog({
  lines,
  dispatch,
  onClose,
}: {
  readonly lines: readonly ShownLine[]
  readonly dispatch: Dispatch<DraftAction>
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const [typed, setTyped] = useState(() => emptyItem(lines))
  const [isChecked, setIsChecked] = useState(false)
  const change = (values: Partial<TypedItem>): void => setTyped({ ...typed, ...values })
  /** Until they are typed, the rates follow the group. */
  const ratesAfter = ({ group }: Partial<TypedItem>): Partial<TypedItem> => {
    const { taxPercent, markup } = ratesOf(lines, typed.group)
    const areTyped = typed.taxPercent !== taxPercent || typed.markup !== markup
    return group === undefined || areTyped ? {} : ratesOf(lines, group)
  }
  const choose = (product: FoundProduct): void =>
    change({
      name: productName(product),
      product,
      unit: product.packages[0]?.unit ?? typed.unit,
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    const line = addedLineOf(typed)
    if (!line) return
    dispatch({ kind: 'change', change: (draft) => withAdded(draft, line) })
    onClose()
  }
  return (
    <Dialog title={messages.list.addItem} onClose={onClose}>
      {can('templates:read') && (
        <ProductSearch label={messages.list.addFromCatalog} onChoose={choose} />
      )}
      {typed.product && (
        <p className="row">
          {productName(typed.product)} · {typed.product.sku}
          <Button kind="quiet" onClick={() => change({ product: undefined })}>
            {messages.catalog.templates.removeProduct}
          </Button>
        </p>
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <ItemFields
          typed={typed}
          isChecked={isChecked}
          groups={[...new Set(lines.map(({ group }) => group))]}
          onChange={(values) => change({ ...ratesAfter(values), ...values })}
        />
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit">
            {messages.actions.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import type { Dispatch, FormEvent, ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { parseNumber } from '../../../ui/parse-number.ts'
import { ProductSearch, productName } from '../../catalog/product-search.tsx'
import type { FoundProduct } from '../../catalog/product-search.tsx'
import styles from './add-item-dialog.module.css'
import type { DraftAction } from '../draft/draft-history.ts'
import { withAdded } from '../draft/list-draft.ts'
import type { AddedLine } from '../draft/list-draft.ts'
import type { ShownLine } from './shown-lines.ts'

const UNITS = ['BUNDLES', 'SQUARES', 'ROLLS', 'PIECES', 'BOXES', 'EACH', 'TUBES', 'LINEAR_FEET']

interface Typed {
  readonly name: string
  readonly type: string
  readonly group: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  readonly productId: number | undefined
}

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
  const [typed, setTyped] = useState<Typed>({
    name: '',
    type: 'MATERIAL',
    group: lines[0]?.group ?? '',
    quantity: '1',
    unit: 'EACH',
    // To be typed: an item that costs nothing by default would lower the total unseen.
    unitCost: '',
    productId: undefined,
  })
  const [isChecked, setIsChecked] = useState(false)
  const change = (values: Partial<Typed>): void => setTyped({ ...typed, ...values })
  const choose = (product: FoundProduct): void =>
    change({
      name: productName(product),
      productId: product.id,
      unit: product.packages[0]?.unit ?? typed.unit,
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    const line = readLine(typed)
    if (!line) return
    dispatch({ kind: 'change', change: (draft) => withAdded(draft, line) })
    onClose()
  }
  return (
    <Dialog title={messages.list.addItem} onClose={onClose}>
      {can('templates:read') && (
        <ProductSearch label={messages.list.addFromCatalog} onChoose={choose} />
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <ItemFields
          typed={typed}
          isChecked={isChecked}
          groups={[...new Set(lines.map(({ group }) => group))]}
          onChange={change}
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

/** @returns undefined while something is missing or no number */
function readLine(typed: Typed): AddedLine | undefined {
  const { name, type, group, unit, productId } = typed
  const quantity = parseNumber(typed.quantity)
  const unitCost = parseNumber(typed.unitCost, '$')
  if (name.trim() === '' || quantity === undefined || unitCost === undefined) return undefined
  return {
    key: `new:${crypto.randomUUID()}`,
    name: name.trim(),
    type,
    quantity,
    quantityUnits: unit,
    unitCost,
    ...(group.trim() !== '' && { listItemGroupName: group.trim() }),
    ...(productId !== undefined && { productId }),
  }
}

function ItemFields({
  typed,
  isChecked,
  groups,
  onChange,
}: {
  readonly typed: Typed
  readonly isChecked: boolean
  readonly groups: readonly string[]
  readonly onChange: (values: Partial<Typed>) => void
}): ReactNode {
  const { list } = useMessages()
  const format = useFormat()
  const numberFault = (field: 'quantity' | 'unitCost', sign?: '$') =>
    parseNumber(typed[field], sign) === undefined ? list.invalidNumber : undefined
  const faults = {
    name: typed.name.trim() === '' ? list.nameRequired : undefined,
    quantity: numberFault('quantity'),
    unitCost: numberFault('unitCost', '$'),
  }
  const text = bindFields<Exclude<keyof Typed, 'productId'>>(
    typed,
    onChange,
    isChecked ? faults : {},
  )
  return (
    <>
      <TextField label={list.columns.item} maxLength={200} {...text('name')} />
      <div className={styles['pair']}>
        <SelectField label={list.type} {...text('type')}>
          <Options names={list.types} />
        </SelectField>
        <TextField
          label={list.fields['listItemGroupName'] ?? ''}
          maxLength={200}
          list="known-groups"
          {...text('group')}
        />
        <datalist id="known-groups">
          {groups.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <TextField label={list.columns.quantity} inputMode="decimal" {...text('quantity')} />
        <SelectField label={list.columns.unit} {...text('unit')}>
          {[...new Set([typed.unit, ...UNITS])].map((each) => (
            <option key={each} value={each}>
              {format.unit(each)}
            </option>
          ))}
        </SelectField>
        <TextField label={list.columns.unitCost} inputMode="decimal" {...text('unitCost')} />
      </div>
    </>
  )
}

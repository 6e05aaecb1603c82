import type { Messages } from '../../../i18n/en.ts'
import type { Format } from '../../../i18n/format.ts'
import type { Vendor } from '../../../session/use-vendors.ts'
import { measureText } from './measure-text.ts'
import { emptyTerm } from './template-draft.ts'
import type { ConditionDraft, LineDraft, TermDraft } from './template-draft.ts'

interface Words {
  readonly messages: Messages
  readonly format: Format
  readonly vendors: readonly Pick<Vendor, 'id' | 'vendorName'>[]
}

/** A value of a template's draft as people read it. */
export function shownValue(
  field: string,
  value: unknown,
  { messages, format, vendors }: Words,
): string {
  const words = messages.catalog.templates
  const { measures } = messages.catalog
  const text = typeof value === 'string' ? value : ''
  switch (field) {
    case 'removed':
      return value === true ? words.conflictRemove : words.conflictKeep
    case 'combineSameProducts':
      return value === true ? words.yes : words.no
    case 'measure':
      return measureText(value as readonly TermDraft[], measures)
    case 'conditions': {
      const texts = (value as readonly ConditionDraft[]).map(
        ({ above, ...term }) =>
          `${measureText([{ ...emptyTerm, ...term }], measures)} ${words.above} ${above}`,
      )
      return texts.join(', ') || words.conditionNone
    }
    case 'product':
      return (value as LineDraft['product'])?.name ?? words.noProduct
    case 'vendorId':
      if (text === '') return words.noVendor
      return vendors.find(({ id }) => String(id) === text)?.vendorName ?? text
    case 'type':
      return messages.list.types[text] ?? text
    case 'rounding':
      return words.roundings[text] ?? text
    case 'quantityUnits':
      return format.unit(text) || words.nothing
    default:
      return text || words.nothing
  }
}

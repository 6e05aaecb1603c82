import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { VendorOptions } from '../../../session/vendor-options.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import type { TemplateAction } from './draft-actions.ts'
import { useEditorTerms } from './editor-terms.ts'
import { ConditionFields, MeasureFields } from './measure-fields.tsx'
import { ProductField } from './product-field.tsx'
import styles from './template-editor.module.css'
import type { LineDraft } from './template-draft.ts'
import type { FieldViolations } from './template-violations.ts'

type TextName =
  | 'listItemGroupName'
  | 'type'
  | 'rounding'
  | 'roundingStep'
  | 'minimumQuantity'
  | 'color'
  | 'notes'
  | 'vendorId'

interface LineDetailsProps {
  readonly line: LineDraft
  readonly named: string
  readonly violations: FieldViolations
  readonly dispatch: (action: TemplateAction) => void
}

/** Everything of a line that has no place in its row. */
export function LineDetails({ line, named, violations, dispatch }: LineDetailsProps): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { vendors, isEditable } = useEditorTerms()
  const change = (values: Partial<LineDraft>): void =>
    dispatch({ kind: 'line', key: line.key, values })
  const text = bindFields<TextName>(line, change, violations)
  return (
    <fieldset className={styles['details']} disabled={!isEditable}>
      <legend className="visually-hidden">{words.details(named)}</legend>
      <MeasureFields
        terms={line.measure}
        violations={violations}
        onChange={(measure) => change({ measure })}
      />
      <ConditionFields
        conditions={line.conditions}
        violations={violations}
        onChange={(conditions) => change({ conditions })}
      />
      <div className={styles['grid']}>
        <TextField
          label={words.columns.group}
          maxLength={200}
          list="template-groups"
          {...text('listItemGroupName')}
        />
        <SelectField label={words.kind} {...text('type')}>
          <Options names={messages.list.types} known={line.type} />
        </SelectField>
        <SelectField label={words.columns.rounding} {...text('rounding')}>
          <Options names={words.roundings} known={line.rounding} />
        </SelectField>
        {line.rounding === 'step' && (
          <TextField label={words.step} inputMode="decimal" {...text('roundingStep')} />
        )}
        <TextField
          label={words.minimum}
          hint={words.minimumHint}
          inputMode="decimal"
          {...text('minimumQuantity')}
        />
        <ProductField
          product={line.product}
          error={violations['product']}
          onChange={(product) => change({ product })}
        />
        <TextField label={words.color} maxLength={100} {...text('color')} />
        <SelectField label={words.vendor} {...text('vendorId')}>
          <option value="">{words.noVendor}</option>
          <VendorOptions
            vendors={vendors}
            chosen={line.vendorId === '' ? null : Number(line.vendorId)}
          />
        </SelectField>
      </div>
      <TextArea label={words.notes} rows={2} lengthMax={2000} {...text('notes')} />
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { useEditorTerms } from './editor-terms.ts'
import styles from './template-editor.module.css'
import { emptyCondition, emptyTerm } from './template-draft.ts'
import type { ConditionDraft, TermDraft } from './template-draft.ts'
import type { FieldViolations } from './template-violations.ts'

const COUNT_MAX = 10

interface FieldsProps<T> {
  readonly violations: FieldViolations
  readonly onChange: (all: readonly T[]) => void
}

/** What drives a line: the sum of measures, each with what it is multiplied by. */
export function MeasureFields({
  terms,
  violations,
  onChange,
}: FieldsProps<TermDraft> & { readonly terms: readonly TermDraft[] }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { measures } = useEditorTerms()
  const change = (index: number, values: Partial<TermDraft>): void =>
    onChange(terms.map((term, each) => (each === index ? { ...term, ...values } : term)))
  return (
    <fieldset className={styles['terms']}>
      <legend>{words.columns.measured}</legend>
      {terms.map((term, index) => {
        const dimension = measures.find(({ name }) => name === term.measure)?.dimension
        const bind = bindFields(term, (values) => change(index, values))
        const text = (field: 'width' | 'times' | 'pitchAbove') => ({
          ...bind(field),
          error: violations[`measure[${index}].${field}`],
          inputMode: 'decimal' as const,
          maxLength: 20,
        })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- terms have no names and keep their order
          <div key={index} className={styles['term']}>
            <MeasureSelect
              value={term.measure}
              error={violations[`measure[${index}].measure`] ?? violations[`measure[${index}]`]}
              onChange={(measure) => change(index, { ...emptyTerm, times: term.times, measure })}
            />
            {(dimension === 'length' || term.width !== '') && (
              <TextField label={words.width} {...text('width')} />
            )}
            <TextField label={words.times} {...text('times')} />
            {(term.measure === 'roof_area' || term.pitchAbove !== '') && (
              <TextField label={words.pitchAbove} {...text('pitchAbove')} />
            )}
            {terms.length > 1 && (
              <RemoveButton
                label={words.removeTerm}
                onClick={() => onChange(terms.toSpliced(index, 1))}
              />
            )}
          </div>
        )
      })}
      {violations['measure'] !== undefined && (
        <p className={styles['violation']}>{violations['measure']}</p>
      )}
      {terms.length < COUNT_MAX && (
        <div>
          <Button kind="quiet" onClick={() => onChange([...terms, emptyTerm])}>
            + {words.addTerm}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** When the line makes an item at all: all conditions must hold. */
export function ConditionFields({
  conditions,
  violations,
  onChange,
}: FieldsProps<ConditionDraft> & { readonly conditions: readonly ConditionDraft[] }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const change = (index: number, values: Partial<ConditionDraft>): void =>
    onChange(conditions.map((each, at) => (at === index ? { ...each, ...values } : each)))
  return (
    <fieldset className={styles['terms']}>
      <legend>{words.conditions}</legend>
      {conditions.length === 0 && <p className={styles['soft']}>{words.conditionNone}</p>}
      {conditions.map((condition, index) => {
        const bind = bindFields(condition, (values) => change(index, values))
        const text = (field: 'above' | 'pitchAbove') => ({
          ...bind(field),
          error: violations[`conditions[${index}].${field}`],
          inputMode: 'decimal' as const,
          maxLength: 20,
        })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no names and keep their order
          <div key={index} className={styles['term']}>
            <MeasureSelect
              value={condition.measure}
              error={violations[`conditions[${index}].measure`]}
              onChange={(measure) => change(index, { measure, pitchAbove: '' })}
            />
            <TextField label={words.above} {...text('above')} />
            {(condition.measure === 'roof_area' || condition.pitchAbove !== '') && (
              <TextField label={words.pitchAbove} {...text('pitchAbove')} />
            )}
            <RemoveButton
              label={words.removeCondition}
              onClick={() => onChange(conditions.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      {conditions.length < COUNT_MAX && (
        <div>
          <Button kind="quiet" onClick={() => onChange([...conditions, emptyCondition])}>
            + {words.addCondition}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function MeasureSelect({
  value,
  error,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (measure: string) => void
}): ReactNode {
  const messages = useMessages()
  const { measures } = useEditorTerms()
  const names = measures.map(({ name }) => name)
  return (
    <SelectField
      label={messages.catalog.templates.term}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {(names.includes(value) ? names : [value, ...names]).map((name) => (
        <option key={name} value={name}>
          {messages.catalog.measures[name] ?? name}
        </option>
      ))}
    </SelectField>
  )
}

function RemoveButton({
  label,
  onClick,
}: {
  readonly label: string
  readonly onClick: () => void
}): ReactNode {
  return (
    <Button
      kind="quiet"
      className={styles['remove']}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      ✕
    </Button>
  )
}

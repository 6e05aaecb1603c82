import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Card } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { TemplateAction } from './draft-actions.ts'
import { useEditorTerms } from './editor-terms.ts'
import styles from './template-editor.module.css'
import type { TemplateDraft } from './template-draft.ts'
import type { FieldViolations } from './template-violations.ts'

type TextName = 'name' | 'tradeType' | 'wasteFactor'

/** Name, trade and what counts for all lines. */
export function HeadForm({
  draft,
  violations,
  standardWaste,
  dispatch,
}: {
  readonly draft: TemplateDraft
  readonly violations: FieldViolations
  readonly standardWaste: number
  readonly dispatch: (action: TemplateAction) => void
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { isEditable } = useEditorTerms()
  const words = messages.catalog.templates
  const bind = bindFields<TextName>(
    draft,
    (values) => dispatch({ kind: 'head', values }),
    violations,
  )
  const text = (field: TextName) => ({ ...bind(field), readOnly: !isEditable })
  return (
    <Card>
      <div className={styles['head']}>
        <TextField label={words.name} maxLength={200} {...text('name')} />
        <TextField
          label={words.trade}
          hint={words.tradeHint}
          maxLength={200}
          list="known-trades"
          {...text('tradeType')}
        />
        <datalist id="known-trades">
          {Object.entries(messages.newList.trades).map(([value, label]) => (
            <option key={value} value={value} label={label} />
          ))}
        </datalist>
        <TextField
          label={words.waste}
          hint={words.wasteHint(format.percent(standardWaste * 100, 5))}
          inputMode="decimal"
          maxLength={10}
          {...text('wasteFactor')}
        />
        <CheckField
          label={words.combine}
          checked={draft.combineSameProducts}
          disabled={!isEditable}
          onChange={({ target }) =>
            dispatch({ kind: 'head', values: { combineSameProducts: target.checked } })
          }
        />
      </div>
      <Problem text={violations['lines']} />
    </Card>
  )
}

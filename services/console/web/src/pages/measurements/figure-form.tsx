import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { figureName } from '../../i18n/figure-names.ts'
import { useLanguage, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { parseNumber } from '../../ui/numbers.ts'
import { Problem } from '../../ui/problem.tsx'
import styles from './figure-form.module.css'
import { FIGURE_GROUPS, figuresOf, TYPED_FIGURES, withFigures } from './figures.ts'
import type { TypedFigures } from './figure-draft.ts'
import type { FigureDraft } from './use-figure-draft.ts'

interface FigureFormProps {
  readonly draft: FigureDraft
  /** The newest measurements, with which the form begins. */
  readonly current: unknown
  readonly isSaving: boolean
  readonly error: unknown
  /** @param onto gives measurements the typed figures */
  readonly onSave: (onto: (measurements: unknown) => Record<string, unknown>) => Promise<void>
}

/** Figures to type. */
export function FigureForm({
  draft,
  current,
  isSaving,
  error,
  onSave,
}: FigureFormProps): ReactNode {
  const messages = useMessages()
  const { typed } = draft
  const [problem, setProblem] = useState<string>()
  const known = new Map(figuresOf(current).map(({ path, value }) => [path, value]))
  const textOf = (path: string): string => typed[path] ?? known.get(path)?.toString() ?? ''
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const changes = readChanges(typed)
    setProblem(changes === undefined ? messages.measurements.notANumber : undefined)
    if (changes === undefined) return
    const onto = (measurements: unknown) => withFigures(measurements, changes)
    if (figuresOf(onto(current)).length === 0) return setProblem(messages.measurements.noneGiven)
    await onSave(onto)
  }
  return (
    // The error is shown below the form.
    <form
      className="stack"
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <p>{messages.measurements.typeHint}</p>
      <Found draft={draft} />
      <FigureFields textOf={textOf} onChange={draft.change} />
      <Problem text={problem} error={error} />
      <div className="row end">
        <Button kind="primary" type="submit" isBusy={isSaving}>
          {messages.actions.save}
        </Button>
      </div>
    </form>
  )
}

/** Says that figures of an earlier visit are there. */
function Found({
  draft: { isRestored, isOutdated, restore, discard },
}: {
  readonly draft: FigureDraft
}): ReactNode {
  const messages = useMessages()
  const words = messages.measurements
  if (!isRestored && !isOutdated) return undefined
  return (
    <div className="notice row" role="status">
      {isOutdated ? words.outdated : words.restored}
      {isOutdated && <Button onClick={restore}>{words.restore}</Button>}
      <Button onClick={discard}>{messages.list.discard}</Button>
    </div>
  )
}

function FigureFields({
  textOf,
  onChange,
}: {
  readonly textOf: (path: string) => string
  readonly onChange: (path: string, text: string) => void
}): ReactNode {
  const { messages, language, format } = useLanguage()
  return FIGURE_GROUPS.map((group) => (
    <fieldset key={group} className={styles['group']}>
      <legend>{messages.measurements.groups[group]}</legend>
      {TYPED_FIGURES[group].map(({ path, unit }) => (
        <TextField
          key={path}
          label={[figureName(path, language), format.unit(unit)].filter(Boolean).join(', ')}
          inputMode="decimal"
          value={textOf(path)}
          maxLength={20}
          error={isNumberOrEmpty(textOf(path)) ? undefined : messages.measurements.notANumber}
          onChange={(event) => onChange(path, event.target.value)}
        />
      ))}
    </fieldset>
  ))
}

const isNumberOrEmpty = (text: string): boolean =>
  text.trim() === '' || parseNumber(text) !== undefined

/** The typed figures by path, undefined for one that was emptied; undefined when one is no number. */
function readChanges(typed: TypedFigures): ReadonlyMap<string, number | undefined> | undefined {
  const changes = new Map<string, number | undefined>()
  for (const [path, text] of Object.entries(typed)) {
    const value = text.trim() === '' ? undefined : parseNumber(text)
    if (value === undefined && text.trim() !== '') return undefined
    changes.set(path, value)
  }
  return changes
}

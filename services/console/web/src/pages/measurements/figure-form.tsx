import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useFoundDraft, useKeepDraft } from '../../drafts/use-draft.ts'
import { figureName } from '../../i18n/figure-names.ts'
import { useLanguage, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import styles from './figure-form.module.css'
import { FIGURE_GROUPS, figuresOf, TYPED_FIGURES, withFigures } from './figures.ts'

type Typed = Readonly<Record<string, string>>

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')

interface FigureFormProps {
  readonly jobId: number
  /** The newest measurements, with which the form begins. */
  readonly current: unknown
  readonly isSaving: boolean
  readonly error: unknown
  readonly onSave: (measurements: Record<string, unknown>) => Promise<void>
}

/** Figures to type. What is typed is kept in this browser until it is saved. */
export function FigureForm({
  jobId,
  current,
  isSaving,
  error,
  onSave,
}: FigureFormProps): ReactNode {
  const messages = useMessages()
  const draftName = `measurements:${jobId}`
  const found = useFoundDraft(draftName, isTyped)
  const [typed, setTyped] = useState<Typed>(found?.value ?? {})
  const forget = useKeepDraft(draftName, Object.keys(typed).length > 0 ? typed : undefined)
  const [problem, setProblem] = useState<string>()
  const known = new Map(figuresOf(current).map(({ path, value }) => [path, value]))
  const textOf = (path: string): string => typed[path] ?? known.get(path)?.toString() ?? ''
  const change = (path: string, text: string): void => setTyped({ ...typed, [path]: text })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const changes = readChanges(typed)
    setProblem(changes === undefined ? messages.measurements.notANumber : undefined)
    if (changes === undefined) return
    const measurements = withFigures(current, changes)
    if (figuresOf(measurements).length === 0) return setProblem(messages.measurements.noneGiven)
    await onSave(measurements)
    forget()
  }
  return (
    // The error is shown below the form.
    <form
      className="stack"
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <p>{messages.measurements.typeHint}</p>
      {found && (
        <p className="notice" role="status">
          {messages.measurements.restored}
        </p>
      )}
      <FigureFields textOf={textOf} onChange={change} />
      {problem === undefined ? (
        <Problem error={error} />
      ) : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row end">
        <Button kind="primary" type="submit" isBusy={isSaving}>
          {messages.actions.save}
        </Button>
      </div>
    </form>
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
          label={[figureName(path, language), format.unit(units[unit])].filter(Boolean).join(', ')}
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

const units = { 'square-feet': 'SQUARE_FEET', feet: 'linear_feet', count: undefined }

const isNumberOrEmpty = (text: string): boolean =>
  text.trim() === '' || parseNumber(text) !== undefined

/** The typed figures by path, undefined for one that was emptied; undefined when one is no number. */
function readChanges(typed: Typed): ReadonlyMap<string, number | undefined> | undefined {
  const changes = new Map<string, number | undefined>()
  for (const [path, text] of Object.entries(typed)) {
    const value = text.trim() === '' ? undefined : parseNumber(text)
    if (value === undefined && text.trim() !== '') return undefined
    changes.set(path, value)
  }
  return changes
}

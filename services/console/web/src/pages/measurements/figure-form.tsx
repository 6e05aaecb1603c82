import { useEffect, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { keepDraft, readDraft, removeDraft } from '../../drafts/draft-store.ts'
import { figureName } from '../../i18n/figure-names.ts'
import { useLanguage } from '../../i18n/language.tsx'
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

/** What was typed, kept in this browser with each change. */
function useTyped(draftKey: string) {
  const [restored] = useState(() => readDraft(draftKey, isTyped))
  const [typed, setTyped] = useState<Typed>(restored?.value ?? {})
  useEffect(() => {
    if (Object.keys(typed).length > 0) keepDraft(draftKey, typed)
  }, [draftKey, typed])
  return { typed, setTyped, restored }
}

/** Figures to type. What is typed is kept in this browser until it is saved. */
export function FigureForm({
  jobId,
  current,
  isSaving,
  error,
  onSave,
}: FigureFormProps): ReactNode {
  const { messages, language, format } = useLanguage()
  const draftKey = `measurements:${jobId}`
  const { typed, setTyped, restored } = useTyped(draftKey)
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
    removeDraft(draftKey)
  }
  return (
    // The error is shown below the form.
    <form
      className="stack"
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <p>{messages.measurements.typeHint}</p>
      {restored && (
        <p className="notice" role="status">
          {messages.measurements.restored}
        </p>
      )}
      {FIGURE_GROUPS.map((group) => (
        <fieldset key={group} className={styles['group']}>
          <legend>{messages.measurements.groups[group]}</legend>
          {TYPED_FIGURES[group].map(({ path, unit }) => (
            <TextField
              key={path}
              label={[figureName(path, language), format.unit(units[unit])]
                .filter(Boolean)
                .join(', ')}
              inputMode="decimal"
              value={textOf(path)}
              maxLength={20}
              error={isNumberOrEmpty(textOf(path)) ? undefined : messages.measurements.notANumber}
              onChange={(event) => change(path, event.target.value)}
            />
          ))}
        </fieldset>
      ))}
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

import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Options } from '../../ui/options.tsx'
import { ACCOUNTING, OFFICE } from './document-texts.ts'
import type { DocumentField, DocumentTexts } from './document-texts.ts'

/** For whom, in what language and on what paper a document is made, and with what columns its CSV. */
export function DocumentFields({
  texts,
  hasPrices,
  errorOf = () => undefined,
  onChange,
}: {
  readonly texts: DocumentTexts
  /** Whether documents with prices can be chosen. */
  readonly hasPrices: boolean
  readonly errorOf?: (field: DocumentField) => string | undefined
  readonly onChange: (field: DocumentField, text: string) => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.orders.documents
  const mode = texts.mode || 'supplier'
  const select = (
    field: DocumentField,
    label: string,
    options: Readonly<Record<string, string>>,
  ): ReactNode => (
    <SelectField
      label={label}
      value={texts[field] ?? ''}
      error={errorOf(field)}
      onChange={(event) => onChange(field, event.target.value)}
    >
      <option value="">{words.byBrand}</option>
      <Options names={options} />
    </SelectField>
  )
  return (
    <>
      <SelectField
        label={words.mode}
        hint={words.modeHints[mode]}
        error={errorOf('mode')}
        value={mode}
        onChange={(event) => {
          onChange('mode', event.target.value)
          // Its columns have prices, so it belongs to documents for the office only.
          if (event.target.value !== OFFICE && texts.csvPreset === ACCOUNTING)
            onChange('csvPreset', '')
        }}
      >
        <Options names={hasPrices ? words.modes : withoutKey(words.modes, OFFICE)} />
      </SelectField>
      {select('language', words.language, words.languages)}
      {select('paper', words.paper, words.papers)}
      {select(
        'csvPreset',
        words.csvPreset,
        mode === OFFICE ? words.csvPresets : withoutKey(words.csvPresets, ACCOUNTING),
      )}
    </>
  )
}

const withoutKey = (
  options: Readonly<Record<string, string>>,
  without: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(options).filter(([key]) => key !== without))

import type { ReactNode } from 'react'
import type { MeasurementFilePreviewQuery } from '../../generated/operations.ts'
import { figureName } from '../../i18n/figure-names.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import table from '../../ui/table.module.css'

type Figures = NonNullable<MeasurementFilePreviewQuery['measurementFilePreview']>['figures']

const UNITS: Readonly<Record<string, string>> = { FEET: 'linear_feet', SQUARE_FEET: 'SQUARE_FEET' }

/** The figures of a file, each with its origin and what the job has now. */
export function ReadFigures({ figures }: { readonly figures: Figures }): ReactNode {
  const { messages, language, format } = useLanguage()
  const words = messages.measurements
  const hasCurrent = figures.some(({ currentValue }) => currentValue !== null)
  const show = (value: unknown, unit: string): string => {
    if (typeof value === 'string') return value
    if (typeof value !== 'number') return '–'
    if (unit === 'PERCENT') return format.percent(value)
    return format.amount(value, UNITS[unit])
  }
  return (
    <table className={table['table']}>
      <caption className="visually-hidden">{words.figures}</caption>
      <TableHead
        columns={[
          messages.job.figure,
          { text: messages.job.value, isNumber: true },
          hasCurrent && { text: words.before, isNumber: true },
          words.source,
        ]}
      />
      <tbody>
        {figures.map(({ name, value, unit, provenance, currentValue }) => (
          <tr key={name}>
            <th scope="row" className={table['main']}>
              {figureName(name, language)}
            </th>
            <td className="number">{show(value, unit)}</td>
            {hasCurrent && (
              <td className={`number ${table['soft']}`} data-label={words.before}>
                {show(currentValue, unit)}
              </td>
            )}
            <td className={table['soft']} data-label={words.source}>
              {words.provenances[provenance] ?? provenance}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

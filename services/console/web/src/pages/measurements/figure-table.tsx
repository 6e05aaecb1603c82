import type { ReactNode } from 'react'
import { figureName } from '../../i18n/figure-names.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import styles from './figure-table.module.css'
import { FIGURE_GROUPS, groupOf, pitchesOf, shownFigures, unitOfFigure } from './figures.ts'
import type { Figure } from './figures.ts'

/** The figures of a measuring by group, and its pitch table. */
export function FigureTable({ measurements }: { readonly measurements: unknown }): ReactNode {
  const { messages } = useLanguage()
  const figures = shownFigures(measurements)
  const groups = [...FIGURE_GROUPS, 'other' as const].map(
    (group) => [group, figures.filter(({ path }) => groupOf(path) === group)] as const,
  )
  return (
    <div className={styles['groups']}>
      {groups
        .filter(([, members]) => members.length > 0)
        .map(([group, members]) => (
          <section key={group}>
            <h3>{messages.measurements.groups[group]}</h3>
            <dl className={styles['figures']}>
              {members.map((figure) => (
                <FigureRow key={figure.path} figure={figure} />
              ))}
            </dl>
          </section>
        ))}
      <PitchTable measurements={measurements} />
    </div>
  )
}

function FigureRow({ figure: { path, value, count } }: { readonly figure: Figure }): ReactNode {
  const { language, format } = useLanguage()
  return (
    <div>
      <dt>{figureName(path, language)}</dt>
      <dd>
        {count !== undefined && <small>({format.number(count)})</small>} {format.number(value)}{' '}
        {format.unit(unitOfFigure(path))}
      </dd>
    </div>
  )
}

function PitchTable({ measurements }: { readonly measurements: unknown }): ReactNode {
  const { messages, format } = useLanguage()
  const rows = pitchesOf(measurements)
  if (rows.length === 0) return undefined
  return (
    <section>
      <h3>{messages.job.pitch}</h3>
      <table className={styles['pitch']}>
        <TableHead
          columns={[
            messages.job.pitch,
            { text: messages.job.area, isNumber: true },
            { text: messages.job.share, isNumber: true },
          ]}
        />
        <tbody>
          {rows.map(({ pitch, area, percentage }) => (
            <tr key={pitch}>
              <th scope="row">{pitch}</th>
              <td className="number">{format.amount(area, 'SQUARE_FEET')}</td>
              <td className="number">{format.percent(percentage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

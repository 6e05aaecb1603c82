import { useId } from 'react'
import type { ReactNode } from 'react'
import type { MissingFragment } from '../../generated/operations.ts'
import { useLanguage } from '../../i18n/language.tsx'
import styles from './missing-materials.module.css'

/** Materials that the measurements call for and the list lacks. */
export function MissingMaterials({
  missing,
}: {
  readonly missing: readonly MissingFragment[]
}): ReactNode {
  const { messages, format, language } = useLanguage()
  const titleId = useId()
  if (missing.length === 0) return undefined
  return (
    <section className={styles['missing']} aria-labelledby={titleId}>
      <h2 id={titleId}>{messages.newList.forgot}</h2>
      <ul>
        {missing.map(({ kind, measured, measurementUnits, reason }) => (
          <li key={kind}>
            <strong>{messages.newList.missing[kind] ?? kind}</strong>{' '}
            <span>
              {format.number(measured)} {format.unit(measurementUnits)}
            </span>
            {language === 'en' && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

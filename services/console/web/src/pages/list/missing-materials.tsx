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
  const { messages, format } = useLanguage()
  const words = messages.newList
  const titleId = useId()
  if (missing.length === 0) return undefined
  return (
    <section className={styles['missing']} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.forgot}</h2>
      <ul>
        {missing.map(({ kind, measured, measurementUnits, code, listItemName, reason }) => (
          <li key={kind}>
            <strong>{words.missing[kind] ?? kind}</strong>{' '}
            <span>{format.amount(measured, measurementUnits)}</span>
            <p>{words.missingReason(code, listItemName ?? '', reason)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

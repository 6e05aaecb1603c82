import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { cents } from '../../../ui/numbers.ts'
import styles from './choice-bar.module.css'
import type { Choice } from './use-choice.ts'

/**
 * Chooses all changes or none, and says what the list costs the customer with those that are chosen.
 * @param priceOf what a change adds to the price of the list
 * @param isShared whether the changes are of lines that share packages: a part of them may come to another price
 */
export function ChoiceBar({
  choice: { ids, chosen, toggleAll },
  totalPrice,
  priceOf,
  isShared = false,
}: {
  readonly choice: Choice
  readonly totalPrice: number
  readonly priceOf: (id: number) => number
  readonly isShared?: boolean
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.list.choice
  const price = cents(chosen.reduce((sum, id) => sum + priceOf(id), totalPrice))
  return (
    <div className={styles['bar']}>
      <label>
        <input
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < ids.length
          }}
          type="checkbox"
          checked={chosen.length === ids.length}
          onChange={toggleAll}
        />
        {words.all} <span>{words.count(chosen.length, ids.length)}</span>
      </label>
      <p role="status">
        {words.price} <strong>{format.money(price)}</strong>
        {isShared && chosen.length < ids.length && <span> {words.shared}</span>}
      </p>
    </div>
  )
}

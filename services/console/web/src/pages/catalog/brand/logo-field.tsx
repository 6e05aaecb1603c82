import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './brand.module.css'
import { readLogo } from './logo.ts'
import type { ChosenLogo, LogoFault } from './logo.ts'

/** The picture at the head of documents: what is stored, a new file, or none. */
export function LogoField({
  stored,
  logo,
  error,
  onChange,
}: {
  readonly stored: BrandFieldsFragment['logo']
  readonly logo: ChosenLogo | null | undefined
  readonly error: string | undefined
  readonly onChange: (logo: ChosenLogo | null | undefined) => void
}): ReactNode {
  const words = useMessages().catalog.brand
  const format = useFormat()
  const id = useId()
  const [fault, setFault] = useState<LogoFault>()
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const read = await readLogo(file)
    setFault(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') onChange(read)
  }
  const problem = fault ? words[fault] : error
  const hasLogo = logo ? true : logo === undefined && stored !== null
  const remove = (): void => {
    setFault(undefined)
    onChange(stored === null ? undefined : null)
  }
  return (
    <div className={styles['logo']}>
      <label htmlFor={id}>{words.logo}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        aria-describedby={`${id}-hint`}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          // The same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {words.logoHint}
      </p>
      <p role="status" className={problem === undefined ? styles['hint'] : styles['fault']}>
        {problem ??
          (logo
            ? words.logoChosen(logo.name)
            : logo === null
              ? words.logoRemoved
              : stored &&
                words.logoStored(
                  stored.width,
                  stored.height,
                  `${format.number(stored.byteSize / 1024, 0)} kB`,
                ))}
      </p>
      {hasLogo && (
        <div>
          <Button kind="quiet" onClick={remove}>
            {words.logoRemove}
          </Button>
        </div>
      )}
    </div>
  )
}

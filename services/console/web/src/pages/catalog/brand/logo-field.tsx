import { useState } from 'react'
import type { ReactNode } from 'react'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { errorText } from '../../../ui/error-text.ts'
import { FileField } from '../../../ui/field.tsx'
import styles from './brand.module.css'
import { readLogo } from './logo.ts'
import type { ChosenLogo } from './logo.ts'

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
  const messages = useMessages()
  const words = messages.catalog.brand
  const format = useFormat()
  const [violation, setViolation] = useState<string>()
  const choose = async (file: File): Promise<void> => {
    const read = await readLogo(file)
    setViolation(typeof read === 'string' ? words[read] : undefined)
    if (typeof read !== 'string') onChange(read)
  }
  const problem = violation ?? error
  const hasLogo = logo ? true : logo === undefined && stored !== null
  const remove = (): void => {
    setViolation(undefined)
    onChange(stored === null ? undefined : null)
  }
  return (
    <div className={styles['logo']}>
      <FileField
        label={words.logo}
        hint={words.logoHint}
        accept="image/png,image/jpeg"
        onFile={(file) => {
          choose(file).catch((failure: unknown) => setViolation(errorText(failure, messages)))
        }}
      />
      <p role="status" className={problem === undefined ? styles['hint'] : styles['violation']}>
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

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { addressLinesOf } from '../../../ui/texts.ts'
import { isColor } from './brand-form.ts'
import type { BrandForm } from './brand-form.ts'
import styles from './brand.module.css'
import type { ChosenLogo } from './logo.ts'
import { readableColor } from './readable-color.ts'

const PRODUCT_COLOR = '#1f4e79'

/** How a document begins with what is typed. A stored logo is shown as a place of its shape: its bytes never come back. */
export function BrandPreview({
  form,
  stored,
  logo,
}: {
  readonly form: BrandForm
  readonly stored: BrandFieldsFragment['logo']
  readonly logo: ChosenLogo | null | undefined
}): ReactNode {
  const words = useMessages().catalog.brand
  const color = readableColor(isColor(form.accentColor) ? form.accentColor.trim() : PRODUCT_COLOR)
  const { language } = form
  const contact = [form.phone, form.email].map((text) => text.trim()).filter(Boolean)
  return (
    <div
      className={styles['paper']}
      data-paper={form.paper}
      lang={language}
      style={{ '--brand': color } as Record<string, string>}
    >
      <div className={styles['letterhead']}>
        {logo ? (
          <Picture bitmap={logo.bitmap} />
        ) : (
          logo === undefined &&
          stored && (
            <span
              className={styles['place']}
              style={{ aspectRatio: `${stored.width} / ${stored.height}` }}
            >
              {words.previewLogo(stored.width, stored.height)}
            </span>
          )
        )}
        <div className={styles['sender']}>
          <strong>{form.name.trim()}</strong>
          {addressLinesOf(form.addressLines).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of an address may repeat
            <span key={index}>{line}</span>
          ))}
          {contact.length > 0 && <span>{contact.join(' · ')}</span>}
          {form.website.trim() !== '' && <span>{form.website.trim()}</span>}
        </div>
        <p className={styles['title']}>{words.previewTitle[language]}</p>
      </div>
      <div className={styles['columns-line']}>
        <span>{words.previewItem[language]}</span>
        <span>{words.previewQuantity[language]}</span>
      </div>
      <div className={styles['ghost']} />
      <div className={styles['ghost']} />
      <div className={styles['ghost']} />
    </div>
  )
}

function Picture({ bitmap }: { readonly bitmap: ImageBitmap }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      width={bitmap.width}
      height={bitmap.height}
      aria-hidden="true"
    />
  )
}

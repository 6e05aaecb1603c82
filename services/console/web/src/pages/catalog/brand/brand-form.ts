import { changedFields } from '../../../api/changed-fields.ts'
import { isTexts } from '../../../drafts/is-texts.ts'
import type { BrandFieldsFragment, OrganizationBrandInput } from '../../../generated/operations.ts'
import { addressLinesOf, textOrNull } from '../../../ui/texts.ts'

const FIELDS = [
  'name',
  'addressLines',
  'phone',
  'email',
  'website',
  'accentColor',
  'language',
  'paper',
  'csvPreset',
  /** Empty for UTC. */
  'timeZone',
] as const

/** The texts of a brand, as they are typed. */
export type BrandForm = Readonly<Record<(typeof FIELDS)[number], string>>

/** What is to become of the logo: its file in base64, null to remove it, undefined to leave it. */
export type LogoChange = string | null | undefined

export const brandFormOf = (brand: BrandFieldsFragment): BrandForm => ({
  name: brand.name,
  addressLines: brand.addressLines.join('\n'),
  phone: brand.phone ?? '',
  email: brand.email ?? '',
  website: brand.website ?? '',
  accentColor: brand.accentColor ?? '',
  language: brand.language,
  paper: brand.paper,
  csvPreset: brand.csvPreset,
  timeZone: brand.timeZone === 'UTC' ? '' : (brand.timeZone ?? ''),
})

export const isSameForm = (form: BrandForm, other: BrandForm): boolean =>
  Object.keys(changedFields(form, other)).length === 0

/** The form of another state of the brand, with what was typed since the one before. */
export const rebaseForm = (form: BrandForm, before: BrandForm, now: BrandForm): BrandForm => ({
  ...now,
  ...changedFields(form, before),
})

/** Whether a stored value is a form; one of an older version of the console may not be. */
export const isBrandForm = (value: unknown): value is BrandForm =>
  isTexts(value) && FIELDS.every((field) => field in value)

/** What was changed; what was not is left out, so that a change of somebody else at the same time stays. */
export function brandChangeOf(
  form: BrandForm,
  before: BrandForm,
  logo: LogoChange,
): OrganizationBrandInput {
  const values = {
    name: form.name.trim(),
    addressLines: addressLinesOf(form.addressLines),
    phone: textOrNull(form.phone),
    email: textOrNull(form.email),
    website: textOrNull(form.website),
    accentColor: textOrNull(form.accentColor)?.toLowerCase() ?? null,
    language: form.language,
    paper: form.paper,
    csvPreset: form.csvPreset,
    timeZone: textOrNull(form.timeZone),
  }
  const typed = changedFields(form, before)
  const changed = Object.entries(values).filter(([field]) => field in typed)
  return { ...Object.fromEntries(changed), ...(logo !== undefined && { logo }) }
}

/** Whether documents take the color as it is written. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim())

/** What is obviously wrong, by field. */
export function brandViolations(
  form: BrandForm,
  words: { readonly required: string; readonly colorWrong: string; readonly addressWrong: string },
): Readonly<Partial<Record<keyof BrandForm, string>>> {
  const lines = addressLinesOf(form.addressLines)
  return {
    ...(form.name.trim() === '' && { name: words.required }),
    ...(form.accentColor.trim() !== '' &&
      !isColor(form.accentColor) && { accentColor: words.colorWrong }),
    ...((lines.length > 6 || lines.some((line) => line.length > 100)) && {
      addressLines: words.addressWrong,
    }),
  }
}

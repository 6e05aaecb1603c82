import { z } from 'zod'
import { decimal, label, text, unit } from '../checked-values.ts'
import { nameLengthMax, unitLengthMax } from '../limits.ts'
import { packagesFault } from './packaging.ts'

const packagesMax = 20

const packageSchema = z.strictObject({
  unit: unit(unitLengthMax),
  holds: decimal({ max: 1_000_000, decimalsMax: 5, isZeroAllowed: false }),
  of: unit(unitLengthMax),
})

const packagesSchema = z
  .array(packageSchema)
  .max(packagesMax, { error: `may have at most ${packagesMax} packages` })
  .superRefine((packages, context) => {
    // What each package has told of itself needs no second telling.
    if (packages.some(({ holds }) => !(holds > 0))) return
    const fault = packagesFault(packages)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })

/** What a product of an organization's catalog says, apart from its id. */
export const productShape = {
  name: label(nameLengthMax),
  displayName: label(nameLengthMax).nullable(),
  manufacturerUrl: z
    .httpUrl({ error: 'must be the address of a page, as in https://example.com/shingles' })
    .pipe(text(2000))
    .nullable(),
  productType: label(nameLengthMax),
  sku: label(nameLengthMax).nullable(),
  provider: z
    .strictObject({ identifier: label(nameLengthMax), name: label(nameLengthMax) })
    .nullable(),
  packages: packagesSchema.default([]),
}

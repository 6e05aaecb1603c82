import { z } from 'zod'
import { decimal, label, unit } from './checked-values.ts'
import { packagesFault } from './packaging.ts'

const nameLengthMax = 200
const unitLengthMax = 50
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
    const fault = packagesFault(packages)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })

/** What a product of an organization's catalog says, apart from its id. */
export const productShape = {
  name: label(nameLengthMax),
  displayName: label(nameLengthMax).nullable(),
  manufacturerUrl: z
    .httpUrl({ error: 'must be the address of a page, as in https://example.com/shingles' })
    .max(2000, { error: 'must have at most 2000 characters' })
    .nullable(),
  productType: label(nameLengthMax),
  sku: label(nameLengthMax).nullable(),
  provider: z
    .strictObject({ identifier: label(nameLengthMax), name: label(nameLengthMax) })
    .nullable(),
  packages: packagesSchema.default([]),
}

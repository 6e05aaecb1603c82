import { z } from 'zod'
import { decimal, label, line, unit } from '../checked-values.ts'
import { COVERAGE, NAME_LENGTH_MAX, UNIT_LENGTH_MAX, URL_LENGTH_MAX } from '../limits.ts'
import { packagesViolation } from './packaging.ts'

const PACKAGES_MAX = 20

const packageSchema = z.strictObject({
  unit: unit(UNIT_LENGTH_MAX),
  holds: decimal({ ...COVERAGE, isZeroAllowed: false }),
  of: unit(UNIT_LENGTH_MAX),
})

const packagesSchema = z
  .array(packageSchema)
  .max(PACKAGES_MAX, { error: `must have at most ${PACKAGES_MAX} packages` })
  .superRefine((packages, context) => {
    // The package's own schema has already reported this violation.
    if (packages.some(({ holds }) => !(holds > 0))) return
    const violation = packagesViolation(packages)
    if (violation !== undefined) context.addIssue({ code: 'custom', message: violation })
  })

/** The fields of a product in an organization's catalog, apart from its id. */
export const productShape = {
  name: label(NAME_LENGTH_MAX),
  displayName: label(NAME_LENGTH_MAX).nullable(),
  manufacturerUrl: z
    .httpUrl({ error: 'must be the address of a page, as in https://example.com/shingles' })
    .pipe(line(URL_LENGTH_MAX))
    .nullable(),
  productType: label(NAME_LENGTH_MAX),
  sku: label(NAME_LENGTH_MAX).nullable(),
  provider: z
    .strictObject({ identifier: label(NAME_LENGTH_MAX), name: label(NAME_LENGTH_MAX) })
    .nullable(),
  packages: packagesSchema.default([]),
}

import { expect, test } from 'vitest'
import { DECIMALS_MAX } from '../../services/console/web/src/ui/numbers.ts'
import { MEASUREMENT_FILE_BYTES_MAX as UPLOAD_BYTES_MAX } from '../../services/console/web/src/pages/measurements/file-size.ts'
import { RETURN_LENGTH_MAX as SIGN_IN_LENGTH_MAX } from '../../services/console/web/src/session/return-length.ts'
import { RETURN_LENGTH_MAX } from '../../services/console/src/sign-in/return-path.ts'
import {
  DISCOUNT,
  MARKUP,
  QUANTITY,
  TAX_PERCENT,
  UNIT_COST,
  WASTE_FACTOR,
} from '../../services/production-lists/src/domain/limits.ts'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'

test('the console uploads measurement files of the size that the service reads', () => {
  expect(UPLOAD_BYTES_MAX).toBe(MEASUREMENT_FILE_BYTES_MAX)
})

test('the console rounds the numbers of a list to the decimals that the service takes', () => {
  expect(DECIMALS_MAX).toEqual({
    quantity: QUANTITY.decimalsMax,
    fraction: WASTE_FACTOR.decimalsMax,
    unitCost: UNIT_COST.decimalsMax,
    discount: DISCOUNT.decimalsMax,
    taxPercent: TAX_PERCENT.decimalsMax,
    markup: MARKUP.decimalsMax,
  })
})

test('the console signs in from addresses of the length that its server comes back to', () => {
  expect(SIGN_IN_LENGTH_MAX).toBe(RETURN_LENGTH_MAX)
})

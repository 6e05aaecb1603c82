import { expect, test } from 'vitest'
import { logoViolation, pictureType } from './logo.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)

test('a picture is known by its first bytes', () => {
  expect(pictureType(PNG)).toBe('image/png')
  expect(pictureType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
  expect(pictureType(new TextEncoder().encode('<svg/>'))).toBeUndefined()
  expect(pictureType(PNG.subarray(0, 4))).toBeUndefined()
})

test.each([
  [{ byteSize: 10, type: undefined }, 'logoType'],
  [{ byteSize: 262_145, type: 'image/png' }, 'logoSize'],
  [{ byteSize: 262_144, type: 'image/png' }, undefined],
  [{ byteSize: 10, type: 'image/png', width: 4001, height: 1 }, 'logoPixels'],
  [{ byteSize: 10, type: 'image/png', width: 3000, height: 2000 }, 'logoPixels'],
  [{ byteSize: 10, type: 'image/png', width: 2000, height: 2000 }, undefined],
])('the violation of %j is %j', (picture, violation) => {
  expect(logoViolation(picture)).toBe(violation)
})

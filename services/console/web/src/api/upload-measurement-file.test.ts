import { expect, test } from 'vitest'
import { refusedUpload } from './upload-measurement-file.ts'

test('a refused upload names the value that is not accepted, so that the page can name it in its language', () => {
  const body = { code: 'BAD_USER_INPUT', detail: 'The file is empty.', argument: 'file' }
  expect(refusedUpload(body, 400)).toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'The file is empty.',
    argument: 'file',
    status: 400,
  })
})

test('a refused upload without a problem has the status in its message', () => {
  expect(refusedUpload({}, 502)).toMatchObject({
    code: 'INVALID_RESPONSE',
    message: 'The upload was refused (HTTP 502).',
  })
})

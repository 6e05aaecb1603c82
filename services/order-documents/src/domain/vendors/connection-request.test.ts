import { describe, expect, it } from 'vitest'
import { checkConnection } from './connection-request.ts'

const ABC = { name: 'ABC Supply', limits: { numericAccountNumber: false } }
const SRS = { name: 'SRS Distribution', limits: { numericAccountNumber: true } }
const GOOD = { providerIdentifier: 'abc-supply', accountNumber: 'RE-20417', accessToken: 'secret' }

describe('a connection', () => {
  it('trims its texts', () => {
    const request = { ...GOOD, accountNumber: ' RE-20417', branch: ' ', accessToken: 'secret\n' }

    expect(checkConnection(request, ABC)).toEqual({
      values: { accountNumber: 'RE-20417', branch: null, accessToken: 'secret' },
      violations: [],
    })
  })

  it.each([
    ['accountNumber', { accountNumber: ' ' }, 'must not be blank'],
    ['accountNumber', { accountNumber: '1'.repeat(51) }, 'must have at most 50 characters'],
    ['accountNumber', { accountNumber: '1\t2' }, 'must be one line of printable characters'],
    ['branch', { branch: 'x'.repeat(51) }, 'must have at most 50 characters'],
    ['branch', { branch: 'a\0' }, 'must be one line of printable characters'],
    ['accessToken', { accessToken: '' }, 'must not be blank'],
    ['accessToken', { accessToken: 'x'.repeat(4001) }, 'must have at most 4000 characters'],
    ['accessToken', { accessToken: 'se cret' }, 'must be ASCII characters without spaces'],
    ['accessToken', { accessToken: 'sécret' }, 'must be ASCII characters without spaces'],
    ['accessToken', { accessToken: 'a\r\nx-admin: 1' }, 'must be ASCII characters without spaces'],
  ])('is refused for a bad %s: %j', (field, change, reason) => {
    const argument = `connection.${field}`

    expect(checkConnection({ ...GOOD, ...change }, ABC).violations).toEqual([
      { argument, message: `${argument} ${reason}.` },
    ])
  })

  it('requires a numeric account number where the provider does', () => {
    expect(checkConnection(GOOD, SRS).violations).toEqual([
      {
        argument: 'connection.accountNumber',
        message:
          'connection.accountNumber must consist of digits, as SRS Distribution numbers its accounts.',
      },
    ])
    expect(checkConnection({ ...GOOD, accountNumber: '66020' }, SRS).violations).toEqual([])
  })
})

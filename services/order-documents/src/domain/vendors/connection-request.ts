import { createFieldReader } from '../field-reader.ts'
import type { CheckedInput } from '../field-reader.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import { ACCOUNT_NUMBER_LENGTH_MAX } from './vendor-request.ts'

export const PROVIDER_IDENTIFIER_LENGTH_MAX = 50
export const BRANCH_LENGTH_MAX = 50
/** Signed tokens with many claims have about half of this length. */
const ACCESS_TOKEN_LENGTH_MAX = 4000

/** An account at a provider as a caller describes it. */
export interface ConnectionRequest {
  readonly providerIdentifier: string
  readonly accountNumber: string
  readonly branch?: Optional<string>
  readonly accessToken: string
}

/** An account that may be saved. */
export interface ConnectionDraft {
  readonly accountNumber: string
  readonly branch: string | null
  readonly accessToken: string
}

/** The properties of a provider that decide the format of an account. */
export interface ConnectableProvider {
  readonly name: string
  readonly limits: { readonly numericAccountNumber: boolean }
}

/** Checks every field; the caller checks the provider itself. */
export function checkConnection(
  request: ConnectionRequest,
  provider: ConnectableProvider,
): CheckedInput<ConnectionDraft> {
  const read = createFieldReader('connection')
  const accountNumber =
    read.name('accountNumber', request.accountNumber, ACCOUNT_NUMBER_LENGTH_MAX) ?? ''
  if (provider.limits.numericAccountNumber && /\D/.test(accountNumber)) {
    read.violation(
      'accountNumber',
      `must consist of digits, as ${provider.name} numbers its accounts`,
    )
  }
  const branch = read.line('branch', request.branch, BRANCH_LENGTH_MAX) ?? null
  const accessToken = request.accessToken.trim()
  const reason = tokenReason(accessToken)
  if (reason !== undefined) read.violation('accessToken', reason)
  return { values: { accountNumber, branch, accessToken }, violations: read.violations }
}

/** The token is sent in a header, which allows no other characters. The reason never repeats the token. */
function tokenReason(token: string): string | undefined {
  if (token === '') return 'must not be blank'
  if (token.length > ACCESS_TOKEN_LENGTH_MAX) {
    return `must have at most ${ACCESS_TOKEN_LENGTH_MAX} characters`
  }
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'must be ASCII characters without spaces'
}

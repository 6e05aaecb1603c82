import { errors } from 'jose'
import { UnauthenticatedError } from '../values/errors.ts'

const OTHER_API =
  'The access token is not valid for this API: its signature, issuer or audience does not match. Get an access token for this API from its issuer; an ID token is not accepted.'

/** Its other errors are those of a key set. */
const ERRORS_OF_TOKENS = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
]

/** Why a token is refused that jose does not accept; undefined for an error that is not the token's. */
export function tokenRefusal(error: unknown): UnauthenticatedError | undefined {
  if (error instanceof errors.JWTExpired) return tokenExpired()
  const claims = error instanceof errors.JWTClaimValidationFailed ? error : undefined
  if (claims?.claim === 'nbf' && claims.reason === 'check_failed')
    return new UnauthenticatedError('The access token is not valid yet, by its claim nbf.')
  if (claims?.reason === 'missing')
    return new UnauthenticatedError(
      `The access token has no claim ${claims.claim}. Configure your issuer to set it.`,
    )
  return ERRORS_OF_TOKENS.some((type) => error instanceof type)
    ? new UnauthenticatedError(OTHER_API)
    : undefined
}

/** Also thrown for a token that was valid when it entered the cache of verified tokens. */
export function tokenExpired(): UnauthenticatedError {
  return new UnauthenticatedError('The access token has expired. Get a new one from your issuer.')
}

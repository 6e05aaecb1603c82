/** The longest address that the sign-in comes back to. Without imports, so that a contract test can compare it with the server. */
export const RETURN_LENGTH_MAX = 1000

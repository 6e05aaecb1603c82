/** The longest address that the sign-in comes back to. */
export const RETURN_LENGTH_MAX = 1000

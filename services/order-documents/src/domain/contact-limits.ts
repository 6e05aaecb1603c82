/** Limits of the contacts in a document: the organization and its vendors. */
export const NAME_LENGTH_MAX = 200
export const PHONE_LENGTH_MAX = 50
/** Length of an address that mail servers accept (RFC 5321). */
export const EMAIL_LENGTH_MAX = 254
/** The head of a document has room for this many. */
export const ADDRESS_LINES_MAX = 6
export const ADDRESS_LINE_LENGTH_MAX = 100

/** Of whom a document names: the organization and its vendors. */
export const NAME_LENGTH_MAX = 200
export const PHONE_LENGTH_MAX = 50
/** Of an address as mail servers take it (RFC 5321). */
export const EMAIL_LENGTH_MAX = 254
/** As many as the head of a document has room for. */
export const ADDRESS_LINES_MAX = 6
export const ADDRESS_LINE_LENGTH_MAX = 100

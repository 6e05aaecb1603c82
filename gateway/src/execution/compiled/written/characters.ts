/** The characters of JSON, as bytes. */
export const QUOTE = 0x22
export const COMMA = 0x2c
export const MINUS = 0x2d
export const POINT = 0x2e
export const ZERO = 0x30
export const NINE = 0x39
export const COLON = 0x3a
export const BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const BRACKET_END = 0x5d
export const LETTER_F = 0x66
export const LETTER_N = 0x6e
export const LETTER_T = 0x74
export const LETTER_U = 0x75
export const BRACE = 0x7b
export const BRACE_END = 0x7d
/** All below it must be escaped. */
export const SPACE = 0x20

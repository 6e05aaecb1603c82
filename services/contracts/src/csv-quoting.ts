/**
 * A CSV field that matches is written in quotes: it has a quote, a line break, or a character at which some programs end
 * a field. Without quotes such a program would find a further field. With them it still does where the field is not the
 * first of its row (docs/csv.md).
 */
export const QUOTED_IN_CSV = /[",;\t|\r\n]/

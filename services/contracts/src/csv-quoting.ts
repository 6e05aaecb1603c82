/**
 * A CSV field that matches is written in quotes: it has a quote, a line break, or a character at which some programs end
 * a field. Without quotes such a program would find a further field, whose formula has no guard.
 */
export const QUOTED_IN_CSV = /[",;\t|\r\n]/

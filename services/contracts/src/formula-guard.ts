// The characters that begin a formula in a spreadsheet, after the marks and spaces that may precede them. The
// wide forms come from Japanese keyboards. A spreadsheet drops a leading tab or line break.
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * The text of a CSV cell that no spreadsheet evaluates: a formula gets a leading apostrophe. So does text that
 * already looks guarded, so that removing one apostrophe restores the original text.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The original text of a guarded CSV cell. */
export function removeFormulaGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

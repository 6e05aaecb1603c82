/** Prints a line of the report. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

import { readFile } from 'node:fs/promises'
import { writeOrCheck } from '@takeoff/kit/build/generated-file'
import { mistakes } from '../e2e/support/mistakes/mistakes.ts'
import { mistakesText } from './mistakes-text.ts'

/** Writes the mistakes of integrators into docs/errors.md; with `--check` reports an outdated one. */
const NAME = 'docs/errors.md'
const document = await readFile(new URL(`../../${NAME}`, import.meta.url), 'utf8')
const START = '<!-- Generated from tests/e2e/support/mistakes by "npm run generate" -->\n'
const start = document.indexOf(START)
if (start === -1) throw new Error(`${NAME} has no line ${START}`)

const generated = document.slice(0, start) + START + mistakesText(mistakes)
await writeOrCheck(NAME, generated, 'tests/e2e/support/mistakes')

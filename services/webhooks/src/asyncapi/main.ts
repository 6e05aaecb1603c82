import { readFile } from 'node:fs/promises'
import { writeOrCheck } from '@takeoff/kit/build/generated-file'
import { OPENAPI_FILE, referenceFiles } from './reference-files.ts'

/** Writes the reference files for receivers; with `--check` only reports the outdated ones. */
const file = new URL(`../../../../${OPENAPI_FILE}`, import.meta.url)
const openapi: object = JSON.parse(await readFile(file, 'utf8'))

for (const [name, text] of referenceFiles(openapi)) await writeOrCheck(name, text, 'the contracts')

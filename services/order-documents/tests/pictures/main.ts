import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { renderPdf } from '../../src/rendering/pdf/render-pdf.ts'
import {
  hardDocument,
  plainDocument,
  type SampleDocument,
  sampleDocuments,
} from '../../src/rendering/testing/sample-documents.ts'

// `npm run pictures` draws the pictures of the documentation again; `npm run pictures -- <folder>` writes
// every layout, language, paper and length there as PDF, to be looked at after a change of the layout.
// The pictures need pdftoppm (poppler-utils) and convert (ImageMagick), which makes them a third as large.

const IMAGES = path.resolve(import.meta.dirname, '../../../../docs/images')
const DOTS_PER_INCH = '80'
const FEW_COLORS = ['-strip', '+dither', '-colors', '64']
const run = promisify(execFile)

const pictures: readonly (readonly [name: string, sample: SampleDocument])[] = [
  ['document-supplier', { layout: 'supplier', language: 'en', paper: 'letter', lineCount: 6 }],
  ['document-office', { layout: 'office', language: 'en', paper: 'letter', lineCount: 4 }],
  ['document-crew', { layout: 'crew', language: 'en', paper: 'letter', lineCount: 6 }],
  ['document-change', { layout: 'change', language: 'en', paper: 'letter', lineCount: 3 }],
  ['document-spanish-a4', { layout: 'supplier', language: 'es', paper: 'a4', lineCount: 8 }],
]

// An option is refused: it would otherwise become the name of the folder.
const [folder] = parseArgs({ allowPositionals: true }).positionals
if (folder === undefined) await drawPictures()
else await writeSamples(folder)

async function drawPictures(): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'takeoff-pictures-'))
  for (const [name, sample] of pictures) {
    const pdf = path.join(home, `${name}.pdf`)
    const png = path.join(IMAGES, name)
    await writeFile(pdf, await renderPdf(plainDocument(sample)))
    await run('pdftoppm', ['-singlefile', '-png', '-r', DOTS_PER_INCH, pdf, png])
    await run('convert', [`${png}.png`, ...FEW_COLORS, `PNG8:${png}.png`])
  }
  await rm(home, { recursive: true })
}

async function writeSamples(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const sample of sampleDocuments(1, 40, 1000)) {
    const name = Object.values(sample).join('-')
    await writeFile(path.join(folder, `${name}.pdf`), await renderPdf(plainDocument(sample)))
    await writeFile(path.join(folder, `${name}-hard.pdf`), await renderPdf(hardDocument(sample)))
  }
}

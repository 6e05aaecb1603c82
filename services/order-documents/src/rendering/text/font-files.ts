import { fileURLToPath } from 'node:url'

export type Weight = 'regular' | 'semibold'

/** A font file: its name inside the process, and its path. */
export interface FontFile {
  readonly key: string
  readonly path: string
}

const WEIGHTS = { regular: 400, semibold: 600 } as const

/**
 * The files of a weight in the order in which they are searched for a character: Inter for Latin,
 * Cyrillic, Greek and fractions, Noto for Hebrew, Arabic, Thai, emoji and symbols, then one file for Chinese and
 * Japanese and one for Korean.
 */
export function fontFiles(weight: Weight): FontFile[] {
  const inter = [
    'latin',
    'latin-ext',
    'cyrillic',
    'cyrillic-ext',
    'greek',
    'greek-ext',
    'vietnamese',
  ]
  return [
    ...inter.map((script) => fontsource('inter', script, WEIGHTS[weight])),
    shipped(`inter-symbols-${WEIGHTS[weight]}`),
    fontsource('noto-sans-hebrew', 'hebrew', WEIGHTS[weight]),
    fontsource('noto-sans-arabic', 'arabic', WEIGHTS[weight]),
    fontsource('noto-sans-thai', 'thai', WEIGHTS[weight]),
    shipped('noto-emoji'),
    fontsource('noto-sans-symbols-2', 'math', WEIGHTS.regular),
    fontsource('noto-sans-symbols-2', 'symbols', WEIGHTS.regular),
    shipped('takeoff-cjk'),
    shipped('noto-sans-kr'),
  ]
}

/** A file in this repository; see fonts/README.md. */
const shipped = (key: string): FontFile => ({
  key,
  path: fileURLToPath(new URL(`fonts/${key}.woff`, import.meta.url)),
})

function fontsource(family: string, script: string, weight: number): FontFile {
  const key = `${family}-${script}-${weight}`
  const url = import.meta.resolve(`@fontsource/${family}/files/${key}-normal.woff`)
  return { key, path: fileURLToPath(url) }
}

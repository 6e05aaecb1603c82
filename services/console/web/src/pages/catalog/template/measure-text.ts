import type { TermDraft } from './template-draft.ts'

/**
 * What drives a line, in short: `Eaves × 3 ft + Valleys × 6 ft`.
 * @param names of the measures; one without a name is shown as it is
 */
export function measureText(
  terms: readonly TermDraft[],
  names: Readonly<Record<string, string>>,
): string {
  return terms
    .map(({ measure, width, times, pitchAbove }) =>
      [
        names[measure] ?? measure.replaceAll('_', ' '),
        pitchAbove.trim() === '' ? '' : ` > ${pitchAbove}/12`,
        width.trim() === '' ? '' : ` × ${width} ft`,
        times.trim() === '' || times.trim() === '1' ? '' : ` × ${times}`,
      ].join(''),
    )
    .join(' + ')
}

/** The same of an item's measure as the API states it, such as `eaves × 3 ft + valleys × 6 ft`. */
export const measureWords = (measure: string, names: Readonly<Record<string, string>>): string =>
  measure.replaceAll(/[a-z]+(?:_[a-z]+)*/g, (name) => names[name] ?? name.replaceAll('_', ' '))

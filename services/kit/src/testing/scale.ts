/** Whether this is `npm run chaos`, which takes minutes longer than `npm test`; only the scale differs. */
export const IS_FULL_SCALE = process.env['CHAOS'] === 'full'

/** @returns the numbers of a test: those of its claim in `npm run chaos`, smaller ones in every other run */
export function scaled<Numbers>(full: Numbers, everyRun: Numbers): Numbers {
  return IS_FULL_SCALE ? full : everyRun
}

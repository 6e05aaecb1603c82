import type { MeasureName } from '../templates/measure.ts'

/** How a list shows that it covers a roof or walls. Words are in lower case and without punctuation. */
interface Covering {
  readonly tradeType: 'ROOF' | 'SIDING'
  /** In the name or the group of an item. */
  readonly words: RegExp
  /** Measures that only a covering and what lies under it are driven by. */
  readonly measures?: readonly MeasureName[]
}

/** A material that every covering of a kind needs where the property has what it is for. */
export interface MaterialCheck {
  /** A stable word, which programs compare with. */
  readonly kind: string
  readonly name: string
  /** Lists without this covering are not checked. */
  readonly covering: Covering
  /** What it is for: all lengths, or all areas, or counts. */
  readonly measures: readonly [MeasureName, ...MeasureName[]]
  /** What the measures are, in words. */
  readonly where: string
  /** In the name of an item of the kind. */
  readonly words: RegExp
  /** In the names of other items that have `words` too. */
  readonly not?: RegExp
  /** An item that measures drive must have one of these among them. */
  readonly at?: readonly MeasureName[]
  /** An item that is driven by exactly these measures is of the kind, whatever its name. */
  readonly only?: readonly MeasureName[]
}

const roof: Covering = {
  tradeType: 'ROOF',
  words: /\b(shingles?|panels?|shakes?|slates?|tiles?)\b/,
  measures: ['roof_area'],
}
/** Metal panels begin on the eave trim, without a starter. */
const shingles: Covering = { tradeType: 'ROOF', words: /\b(shingles?|shakes?|slates?)\b/ }
const siding: Covering = {
  tradeType: 'SIDING',
  words: /\b(siding|clapboards?|planks?|lap)\b/,
  measures: ['siding_area', 'siding_and_openings_area'],
}

const fasteners = /\b(nails?|screws?|staples?|rivets?|sealants?|caulk|paint|tape|coil)\b/

/** The sources are in docs/trade-rules.md. Words that may be apart are looked for from the start, in linear time. */
export const materialChecks: readonly MaterialCheck[] = [
  {
    kind: 'starter',
    name: 'Starter strip',
    covering: shingles,
    measures: ['eaves', 'rakes'],
    where: 'eaves and rakes',
    words: /start/,
  },
  {
    kind: 'ridge_cap',
    name: 'Ridge cap',
    covering: roof,
    measures: ['ridges_hips'],
    where: 'ridges and hips',
    words: /^(?=.*\b(ridge|hip)\b).*\bcaps?\b|\b(hip|ridge) (and )?(ridge|hip)\b|\bcap shingles?\b/,
    not: fasteners,
    only: ['ridges_hips'],
  },
  {
    kind: 'ice_and_water_shield',
    name: 'Ice and water shield',
    covering: roof,
    measures: ['eaves', 'valleys'],
    where: 'eaves and valleys',
    words:
      /\bice\b|\bleak barrier\b|\bhigh temp|\bself adher|\bpeel (and |n )?stick\b|weather ?(watch|lock)|winter ?guard|storm ?guard/,
    not: fasteners,
  },
  {
    kind: 'drip_edge',
    name: 'Drip edge',
    covering: roof,
    measures: ['eaves'],
    where: 'eaves',
    words: /\bdrip edge\b|\bedge metal\b|\bgutter apron\b|\beaves? (trim|edge|metal|flashing)\b/,
    not: fasteners,
    at: ['eaves', 'eaves_rakes'],
  },
  {
    kind: 'rake_edge',
    name: 'Rake edge',
    covering: roof,
    measures: ['rakes'],
    where: 'rakes',
    words: /\bdrip edge\b|\bedge metal\b|\b(rakes?|gable) (trim|edge|metal|flashing)\b/,
    not: fasteners,
    at: ['rakes', 'eaves_rakes'],
  },
  {
    kind: 'pipe_boots',
    name: 'Pipe boots',
    covering: roof,
    // Measuring tools do not count the pipes of a roof.
    measures: ['job'],
    where: 'a roof, which pipes usually pass through',
    words:
      /\bpipe (flashings?|boots?|collars?|jacks?)\b|\b(roof )?boots?\b|^(?=.*\bpipe\b).*\b(flashing|boot)|\bvent (pipe )?(flashings?|boots?)\b/,
    not: fasteners,
  },
  {
    kind: 'step_flashing',
    name: 'Step flashing',
    covering: roof,
    measures: ['step_flashing'],
    where: 'sloped roof-to-wall lines',
    words: /\b(step|side ?wall) flashings?\b/,
    not: fasteners,
    only: ['step_flashing'],
  },
  {
    kind: 'siding_starter',
    name: 'Starter strip of the siding',
    covering: siding,
    measures: ['level_starter'],
    where: 'level starter',
    words: /start/,
    only: ['level_starter'],
  },
  {
    kind: 'siding_trim',
    name: 'J-channel or trim',
    covering: siding,
    measures: ['openings_perimeter'],
    where: 'edges around windows and doors',
    words: /\bj (channel|trim)s?\b|trim(board)?s?\b|\bcasings?\b/,
    not: fasteners,
    at: ['openings_perimeter'],
  },
  {
    kind: 'outside_corners',
    name: 'Outside corner posts',
    covering: siding,
    measures: ['outside_corners'],
    where: 'outside corners',
    words: /\bcorners?\b/,
    not: /\binside\b/,
    at: ['outside_corners', 'outside_corner_count'],
    only: ['outside_corners'],
  },
  {
    kind: 'inside_corners',
    name: 'Inside corner posts',
    covering: siding,
    measures: ['inside_corners'],
    where: 'inside corners',
    words: /\bcorners?\b/,
    not: /\boutside\b/,
    at: ['inside_corners', 'inside_corner_count'],
    only: ['inside_corners'],
  },
  {
    kind: 'house_wrap',
    name: 'House wrap',
    covering: siding,
    measures: ['siding_area'],
    where: 'walls to side',
    words:
      /\bhouse ?wrap\b|\bhome ?wrap\b|\bweather (\w+ )?barrier\b|\btyvek\b|\bbuilding (wrap|paper)\b|\bwrb\b/,
    not: /\b(tape|flashings?|nails?|staples?)\b/,
  },
]

import { MEASURED_SIZE_MAX, NUMBER_SIZE_MIN } from '@takeoff/contracts/jobs/limits'
import type { JsonObject } from '@takeoff/kit/values/json'
import { Exact } from '../exact.ts'
import { figureKinds } from './figure-kinds.ts'
import type { FigureKind } from './figure-kinds.ts'
import { rounded } from './read-number.ts'

/** Where a figure comes from: printed in the file, computed from its points and faces, or typed by a person. */
export type Provenance = 'summary' | 'geometry' | 'typed'

/** A figure of a measurement file. */
export interface Figure {
  /** Dotted path in measurements; that of a pitch ends with the pitch: `roof.pitch.6/12`. */
  readonly name: string
  /** A text for the predominant pitch only. */
  readonly value: number | string
  readonly kind: FigureKind | 'pitch'
  readonly provenance: Provenance
}

const PITCH = 'roof.pitch'
const PREDOMINANT_PITCH = 'roof.predominant_pitch'
/** Two statements of one figure that differ by more are reported. */
const DIFFERENCE_MAX = 0.01
/** Pieces and hundredths are rounded, so small figures differ by more. */
const SMALL_DIFFERENCE = 0.1
const WARNINGS_MAX = 30

/** Above these a figure is probably wrong: 10 acres, 4 miles. */
const LIKELY_MAX: Readonly<Record<FigureKind, number>> = {
  area: 435_600,
  length: 20_000,
  count: 10_000,
  percent: 100,
}
const STORIES_LIKELY_MAX = 10

/** Collects the figures of a file. The first statement of a figure wins; a second one is compared with it. */
export class FigureSheet {
  readonly #figures = new Map<string, Figure>()
  readonly #warnings: string[] = []
  readonly #leftOut = new Set<string>()
  #unshown = 0

  warn(sentence: string): void {
    if (this.#warnings.includes(sentence)) return
    if (this.#warnings.length < WARNINGS_MAX) this.#warnings.push(sentence)
    else this.#unshown += 1
  }

  /** Notes that a figure could not be computed, so that it is not taken for one of which there is nothing. */
  leaveOut(name: string): void {
    this.#leftOut.add(name)
  }

  hasLeftOut(name: string): boolean {
    return this.#leftOut.has(name)
  }

  /** Adds a figure that measurements can hold; warns of one that they cannot, or that is unlikely. */
  add(name: string, given: Exact, provenance: Provenance): void {
    const value = held(given)
    const kind = figureKinds.get(name) ?? 'length'
    const shown = value.toString()
    if (value.isNegative() && !value.isZero()) {
      this.leaveOut(name)
      return this.warn(`${name} is negative (${shown}) and was left out.`)
    }
    if (value.greaterThan(MEASURED_SIZE_MAX)) {
      this.leaveOut(name)
      return this.warn(`${name} is above ${MEASURED_SIZE_MAX} (${shown}) and was left out.`)
    }
    const earlier = this.#figures.get(name)
    if (earlier !== undefined) return this.#compare(earlier, value, provenance)
    const likelyMax = name === 'footprint.stories' ? STORIES_LIKELY_MAX : LIKELY_MAX[kind]
    if (value.greaterThan(likelyMax)) {
      this.warn(`${name} is ${shown}, which is unlikely for a house. Check it.`)
    }
    this.#figures.set(name, { name, value: value.toNumber(), kind, provenance })
  }

  /** Adds the areas by pitch, unless they are known. */
  addPitches(areas: ReadonlyMap<string, Exact>, provenance: Provenance): void {
    if (this.pitches().length > 0) return
    for (const [pitch, given] of areas) {
      const area = held(given)
      const name = `${PITCH}.${pitch}`
      if (area.isNegative() || area.greaterThan(MEASURED_SIZE_MAX)) {
        this.warn(`${name} is ${area.toString()}, which no roof has, and was left out.`)
        continue
      }
      this.#figures.set(name, { name, value: area.toNumber(), kind: 'area', provenance })
    }
  }

  addPredominantPitch(value: string, provenance: Provenance): void {
    if (this.#figures.has(PREDOMINANT_PITCH)) return
    this.#figures.set(PREDOMINANT_PITCH, {
      name: PREDOMINANT_PITCH,
      value,
      kind: 'pitch',
      provenance,
    })
  }

  pitches(): Figure[] {
    return [...this.#figures.values()].filter(({ name }) => name.startsWith(`${PITCH}.`))
  }

  has(name: string): boolean {
    return this.#figures.has(name)
  }

  get(name: string): Figure | undefined {
    return this.#figures.get(name)
  }

  figures(): Figure[] {
    return [...this.#figures.values()]
  }

  warnings(): string[] {
    this.#comparePitches()
    const more = this.#unshown
    if (more === 0) return [...this.#warnings]
    return [...this.#warnings, `And ${more} more ${more === 1 ? 'warning' : 'warnings'}.`]
  }

  /** The measurements with these figures and no others: what is missing in the file is missing here. */
  measurements(): JsonObject {
    const measurements: JsonObject = {}
    for (const { name, value } of this.#figures.values()) {
      if (!name.startsWith(`${PITCH}.`)) put(measurements, name.split('.'), value)
    }
    const pitches = this.pitches()
    if (pitches.length > 0) put(measurements, PITCH.split('.'), this.#pitchTable(pitches))
    return measurements
  }

  #pitchTable(pitches: readonly Figure[]): JsonObject[] {
    const total = Exact.sum(0, ...pitches.map(({ value }) => value))
    return pitches.map(({ name, value }) => ({
      roof_pitch: name.slice(PITCH.length + 1),
      area: value,
      ...(!total.isZero() && {
        percentage: new Exact(value).div(total).times(100).toDecimalPlaces(1).toNumber(),
      }),
    }))
  }

  #compare(earlier: Figure, value: Exact, provenance: Provenance): void {
    if (!differ(new Exact(earlier.value), value)) return
    this.warn(
      `${earlier.name} is ${earlier.value} by its ${earlier.provenance} and ${value.toString()} by its ${provenance}: ${earlier.value} is used.`,
    )
  }

  #comparePitches(): void {
    const area = this.#figures.get('roof.roof_facets.area')
    const pitches = this.pitches()
    if (area === undefined || pitches.length === 0) return
    const sum = Exact.sum(0, ...pitches.map(({ value }) => value))
    if (!differ(new Exact(area.value), sum)) return
    this.warn(`The areas by pitch are ${sum.toString()} together, and the roof is ${area.value}.`)
  }
}

/** A figure that is too small for measurements is a residue of floating-point arithmetic. */
function held(value: Exact): Exact {
  return value.abs().lessThan(NUMBER_SIZE_MIN) ? new Exact(0) : value
}

/** Whether two figures differ by more than 1 %. */
export function differ(one: Exact, other: Exact): boolean {
  const difference = one.minus(other).abs()
  const larger = Exact.max(one.abs(), other.abs())
  return (
    difference.greaterThan(SMALL_DIFFERENCE) &&
    difference.greaterThan(rounded(larger.times(DIFFERENCE_MAX)))
  )
}

function put(json: JsonObject, [key = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) {
    json[key] = value
    return
  }
  const inside = (json[key] ?? {}) as JsonObject
  json[key] = inside
  put(inside, path, value)
}

import { createContext } from 'react'
import type { ShownLine } from './shown-lines.ts'

/** The place of the discount, which is of no line. */
export const DISCOUNT_PLACE = 'totalDiscount'

/** Where a text stands: a field of a line. */
export const placeOf = (lineId: number, field: string): string => `${lineId}:${field}`
export const isPlaceOf = (place: string, lineId: number): boolean => place.startsWith(`${lineId}:`)

type Texts = ReadonlyMap<string, string>

/**
 * Texts that are typed into the cells of a list and are no values, such as `12x`, by their places. A cell of a long list is
 * only there while it is on the screen; its text must be found by a save, and when it is there again.
 */
export class WrongTexts {
  /** Differs from that of all others: cells that are discarded with their texts are rendered anew. */
  readonly key = crypto.randomUUID()
  #texts: Texts = new Map()
  readonly #listeners = new Set<() => void>()
  #wanted: string | undefined
  #scrollTo: ((place: string) => void) | undefined

  readonly all = (): Texts => this.#texts

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param text undefined once the cell has a value again */
  set(place: string, text: string | undefined): void {
    if (this.#texts.get(place) === text) return
    const texts = new Map(this.#texts)
    if (text === undefined) texts.delete(place)
    else texts.set(place, text)
    this.#texts = texts
    for (const listener of this.#listeners) listener()
  }

  /** Scrolls to a cell that is not on the screen; it takes the focus when it is there. */
  show(place: string): void {
    this.#wanted = place
    this.#scrollTo?.(place)
  }

  /** @returns ends it */
  readonly scrollBy = (scrollTo: (place: string) => void): (() => void) => {
    this.#scrollTo = scrollTo
    return () => {
      this.#scrollTo = undefined
    }
  }

  /** Gives a control the focus if it is that of the cell that is to be shown. */
  focusWanted(place: string, control: HTMLElement | null): void {
    if (control === null || place !== this.#wanted) return
    this.#wanted = undefined
    control.focus()
  }
}

export const WrongTextsContext = createContext<WrongTexts | undefined>(undefined)

/** The place of the first wrong text of a list. One in a line that is removed is not saved, and thus not wrong. */
export function firstWrong(
  texts: Texts,
  lines: readonly Pick<ShownLine, 'id' | 'isRemoved'>[],
): string | undefined {
  if (texts.size === 0) return undefined
  const places = [...texts.keys()]
  const inLine = (id: number): string | undefined => places.find((place) => isPlaceOf(place, id))
  const line = lines.find(({ id, isRemoved }) => !isRemoved && inLine(id) !== undefined)
  if (line) return inLine(line.id)
  return texts.has(DISCOUNT_PLACE) ? DISCOUNT_PLACE : undefined
}

import { useContext, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { isUndoKey } from '../../../ui/use-save-shortcuts.ts'
import { WrongTextsContext } from './wrong-texts.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/** How a cell changes the draft. What is typed between one focus and the next is one step to undo. */
export interface Steps<Value> {
  readonly onChange: (value: Value, step: string) => void
  /** Takes back what was typed in a step. */
  readonly onRevert: (step: string) => void
}

interface CellOptions<Value> extends Steps<Value> {
  readonly column?: string
  /** Names the cell among all of the list. */
  readonly place: string
  /** The value of a text; undefined for a text that is none. */
  readonly parse: (text: string) => Value | undefined
}

/**
 * What text and number cells share: steps, the keys, and the text that was typed since the focus came. It is undefined
 * where the cell shows the value of the draft: before something is typed, and after that was taken back. A text that is
 * no value is marked, stays, also while its row is scrolled away, and takes back what was typed before it: `12x` must not
 * leave 12 behind.
 */
export function useCell<Value>({ column, place, parse, onChange, onRevert }: CellOptions<Value>) {
  const texts = useContext(WrongTextsContext)
  const [typed, setText] = useState(() => texts?.all().get(place))
  const focusedAt = useRef(0)
  const step = (): string => String(focusedAt.current)
  const isWrong = typed !== undefined && parse(typed) === undefined
  /** Not while a cell is cleared to type another value. */
  const isInvalidText = (text: string): boolean => text.trim() !== '' && parse(text) === undefined
  const setTyped = (text: string | undefined): void => {
    setText(text)
    texts?.set(place, text !== undefined && isInvalidText(text) ? text : undefined)
  }
  const change = (text: string): void => {
    setTyped(text)
    const value = parse(text)
    if (value === undefined) onRevert(step())
    else onChange(value, step())
  }
  const onKeyDown = (event: KeyboardEvent<Control>): void => {
    if (isUndoKey(event)) {
      setTyped(undefined)
      if (isWrong) {
        // It is no step of the draft, whose last one stays.
        event.preventDefault()
        event.stopPropagation()
      }
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      if (typed !== undefined) onRevert(step())
      setTyped(undefined)
    } else if (event.key === 'Enter' && column !== undefined) {
      event.preventDefault()
      moveFocus(event.currentTarget, column, event.shiftKey ? -1 : 1)
    }
  }
  const bind = {
    onFocus: (event: FocusEvent<Control>) => {
      focusedAt.current = event.timeStamp
      event.target.select()
    },
    // What was pasted in a form that is no number stays to be corrected; an empty text returns to the value.
    onBlur: () => {
      if (!isWrong || typed.trim() === '') setTyped(undefined)
    },
    onKeyDown,
  }
  const isShownInvalid = typed !== undefined && isInvalidText(typed)
  const focusIfWanted = (control: Control | null): void => texts?.focusWanted(place, control)
  return { typed, isWrong, isShownInvalid, change, bind, focusIfWanted }
}

/** Focuses the first cell of the page whose text is no value, which no save would contain. */
export function focusInvalidCell(): boolean {
  const invalid = document.querySelector<Control>('[data-invalid]')
  invalid?.focus()
  return invalid !== null
}

/** Focuses the cell of the same column in the next or previous row. */
function moveFocus(control: Control, column: string, by: -1 | 1): void {
  const all = [
    ...(control.closest('table')?.querySelectorAll<Control>(`[data-column="${column}"]`) ?? []),
  ]
  all[all.indexOf(control) + by]?.focus()
}

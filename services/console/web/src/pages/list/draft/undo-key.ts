interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Ctrl Z undoes a change of the draft, with Shift it is done again. */
export const isUndoKey = ({ key, ctrlKey, metaKey }: Key): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'z'

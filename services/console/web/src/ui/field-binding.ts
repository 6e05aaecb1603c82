/** What a control needs to show the text of a field, and to change it. */
export interface FieldBinding {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/**
 * @param values the texts of a form
 * @param onChange is given the field that was typed, with its new text
 * @param violations what is wrong with the fields
 * @returns what binds a control to one of the fields
 */
export function bindFields<Name extends string>(
  values: Readonly<Record<Name, string>>,
  onChange: (values: { readonly [name in NoInfer<Name>]?: string }) => void,
  violations: { readonly [name in NoInfer<Name>]?: string | undefined } = {},
): (field: Name) => FieldBinding {
  return (field) => ({
    value: values[field],
    error: violations[field],
    onChange: ({ target }) => onChange({ [field]: target.value } as { [name in Name]?: string }),
  })
}

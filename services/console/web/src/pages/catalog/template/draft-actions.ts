import type { LineDraft, TemplateDraft } from './template-draft.ts'

/** What a person does in the editor. */
export type TemplateAction =
  | { readonly kind: 'head'; readonly values: Partial<TemplateDraft> }
  | { readonly kind: 'line'; readonly key: string; readonly values: Partial<LineDraft> }
  | { readonly kind: 'insert'; readonly line: LineDraft; readonly at?: number }
  | { readonly kind: 'copy'; readonly key: string; readonly newKey: string }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'move'; readonly key: string; readonly by: -1 | 1 }
  | { readonly kind: 'replace'; readonly draft: TemplateDraft }

/** The draft after an action. Lines that it does not touch stay the same objects. */
export function reduceTemplate(draft: TemplateDraft, action: TemplateAction): TemplateDraft {
  const { lines } = draft
  switch (action.kind) {
    case 'head':
      return { ...draft, ...action.values }
    case 'line':
      return {
        ...draft,
        lines: lines.map((line) =>
          line.key === action.key ? { ...line, ...action.values } : line,
        ),
      }
    case 'insert':
      return { ...draft, lines: lines.toSpliced(action.at ?? lines.length, 0, action.line) }
    case 'copy': {
      const index = indexOf(lines, action.key)
      const line = lines[index]
      if (!line) return draft
      return {
        ...draft,
        lines: lines.toSpliced(index + 1, 0, { ...line, id: null, key: action.newKey }),
      }
    }
    case 'remove':
      return { ...draft, lines: lines.filter(({ key }) => key !== action.key) }
    case 'move':
      return { ...draft, lines: moved(lines, action.key, action.by) }
    case 'replace':
      return action.draft
  }
}

const indexOf = (lines: readonly LineDraft[], key: string): number =>
  lines.findIndex((line) => line.key === key)

function moved(lines: readonly LineDraft[], key: string, by: -1 | 1): readonly LineDraft[] {
  const index = indexOf(lines, key)
  const line = lines[index]
  const other = lines[index + by]
  if (!line || !other) return lines
  return lines.with(index, other).with(index + by, line)
}

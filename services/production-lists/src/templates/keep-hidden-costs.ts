import { isVisible, requireVisibleToChange } from '@takeoff/kit/security/sensitive-fields'
import type { Rights } from '@takeoff/kit/security/access'
import type { TemplateLineRow } from '../db/templates/template-reads.ts'
import type { TemplateDraft, TemplateRequest } from '../domain/templates/template-request.ts'

interface Stored {
  readonly orgId: number
  readonly lines: readonly Pick<TemplateLineRow, 'id' | 'unitCost' | 'markup'>[]
  readonly request: TemplateRequest
}

/**
 * A caller who sees no costs reads null in their place, and sends null or nothing back: the lines keep theirs.
 * @throws ForbiddenError for another cost or markup of a stored line from such a caller
 */
export function keepHiddenCosts(
  caller: Rights,
  draft: TemplateDraft,
  { orgId, lines, request }: Stored,
): TemplateDraft {
  if (isVisible(caller, { orgId }, 'TemplateLine.unitCost')) return draft

  for (const [index, line] of request.lines.entries()) {
    const changed = (['unitCost', 'markup'] as const).find(
      (field) => typeof line.id === 'number' && typeof line[field] === 'number',
    )
    if (changed === undefined) continue
    const argument = `template.lines[${index}].${changed}`
    requireVisibleToChange(caller, { orgId }, { name: `TemplateLine.${changed}`, argument })
  }
  const costsOf = new Map(lines.map(({ id, unitCost, markup }) => [id, { unitCost, markup }]))
  return {
    ...draft,
    lines: draft.lines.map((line) => ({
      ...line,
      ...(line.id === null ? undefined : costsOf.get(line.id)),
    })),
  }
}

import { audiences } from './navigation.ts'
import { placeOf, titleOf } from './pages.ts'
import type { Pages } from './pages.ts'

/** The list of the pages for language models, in the format of llmstxt.org. */
export function createLlmsText(pages: Pages): string {
  const link = (place: string): string => `- [${titleOf(pages.get(place))}](/docs/${place})`
  const reference = [...pages.keys()].filter((place) => place.startsWith('reference/'))
  return [
    '# Takeoff',
    '> Material lists, orders, documents and webhooks for roofing and siding contractors, behind one GraphQL endpoint.',
    'Send operations to `/graphql` with a bearer token. Agents use the tools at `/mcp`.',
    ...audiences.flatMap(({ title, sections }) => [
      `## ${title}`,
      sections.flatMap((section) => section.pages.map((file) => link(placeOf(file)))).join('\n'),
    ]),
    '## Reference',
    `${reference.map(link).join('\n')}\n`,
  ].join('\n\n')
}

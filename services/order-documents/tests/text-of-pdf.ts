import { extractText } from 'unpdf'
import type { TestStack } from './test-stack.ts'

/** The text of a document's file. */
export async function textOfPdf(stack: TestStack, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  const response = await stack.fetch(pathname + search)
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), {
    mergePages: true,
  })
  return text
}

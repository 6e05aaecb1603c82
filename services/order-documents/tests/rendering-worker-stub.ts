import { threadId } from 'node:worker_threads'

/** The task of a thread in place of rendering. */
export type StubWork =
  | { readonly does: 'return the thread id' }
  /** Until the test sets the first number to 1. */
  | { readonly does: 'wait'; readonly gate: SharedArrayBuffer }
  | { readonly does: 'run without end' }
  | { readonly does: 'take all memory' }
  | { readonly does: 'exit' }
  | { readonly does: 'throw' }

export function render(work: StubWork): { pdf: Uint8Array; csv: Uint8Array } {
  switch (work.does) {
    case 'return the thread id':
      break
    case 'wait':
      Atomics.wait(new Int32Array(work.gate), 0, 0)
      break
    case 'run without end':
      for (;;);
    case 'take all memory': {
      const chunks: object[] = []
      for (;;) chunks.push(Array.from({ length: 1000 }, (_, index) => ({ index })))
    }
    case 'exit':
      process.exit(1)
    case 'throw':
      throw new Error('no font for this')
  }
  return { pdf: Uint8Array.of(threadId), csv: Uint8Array.of() }
}

/** The task of a thread in a test: it ends, and then the thread fails when the test sets the first number of the file. */
export default function readAndFail({ buffer }: Uint8Array): { kind: 'read' } {
  const opened = Promise.resolve(Atomics.waitAsync(new Int32Array(buffer), 0, 0).value)
  void opened.then(() => {
    throw new Error('too late')
  })
  return { kind: 'read' }
}

import type { ChildProcess } from 'node:child_process'
import { startChild } from './child.ts'
import type { Child, ChildOptions } from './child.ts'

/** The methods of a bench process; arguments and results are copied. */
export type Methods = Readonly<Record<string, (argument: never) => unknown>>

/** A process that is controlled by calls. */
export interface Called<M extends Methods> extends Child {
  call<Name extends keyof M & string>(
    name: Name,
    ...argument: Parameters<M[Name]>
  ): Promise<Awaited<ReturnType<M[Name]>>>
}

interface Call {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

interface CallResult {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/** The called side: serves calls until its parent disconnects. */
export function serveMethods(methods: Methods): void {
  process.on('message', ({ id, name, argument }: Call) => {
    const respond = (rest: Omit<CallResult, 'id'>): void => void process.send?.({ id, ...rest })
    Promise.resolve((methods[name] as (argument: unknown) => unknown)(argument)).then(
      (result) => respond({ result }),
      (error: unknown) => respond({ error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.send?.('ready')
}

/** The calling side. */
export async function startCalled<M extends Methods>(options: ChildOptions): Promise<Called<M>> {
  const child = await startChild(options)
  return { ...child, call: createCall(child.process) as Called<M>['call'] }
}

function createCall(child: ChildProcess) {
  const waiting = new Map<number, (result: CallResult) => void>()
  let calls = 0
  child.on('message', (result: CallResult) => waiting.get(result.id)?.(result))
  child.on('exit', (code) => {
    for (const [id, settle] of waiting) settle({ id, error: `it ended with exit code ${code}` })
  })
  return (name: string, argument?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (calls += 1)
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result)
        else reject(new Error(`${name}: ${error}`))
      })
      child.send({ id, name, argument } satisfies Call)
    })
}

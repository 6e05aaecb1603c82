import type { Reporter, TestModule } from 'vitest/node'

const MESSAGE_LENGTH_MAX = 500

/** Names what failed, and why, in the last lines of the output: of a long one, often only these are shown. */
export class FailuresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(failuresOf)
    if (lines.length > 0) process.stderr.write(`\nFailed:\n${lines.join('\n')}\n`)
  }
}

function failuresOf(module: TestModule): string[] {
  const lineOf = (name: string, errors: readonly { readonly message: string }[] = []) =>
    [module.relativeModuleId, name, errors[0]?.message.slice(0, MESSAGE_LENGTH_MAX)].join(' | ')
  return [
    ...module.errors().map((error) => lineOf('', [error])),
    ...[...module.children.allSuites()]
      .filter((suite) => suite.errors().length > 0)
      .map((suite) => lineOf(suite.fullName, suite.errors())),
    ...[...module.children.allTests('failed')].map((test) =>
      lineOf(test.fullName, test.result().errors),
    ),
  ]
}

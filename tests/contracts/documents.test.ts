import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const documents = globSync('{*.md,{docs,gateway,services,tests}/**/*.md}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})

/** Targets of relative links, without their anchors. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.split('#', 1)[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
}

/** Files of the project that a document names in code: `services/kit/src/values/ids.ts`. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`((?:services|gateway|tests|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  )
}

/** Log lines that a document quotes. Their numbers are values. */
function logLinesOf(text: string): string[] {
  return [
    ...text.matchAll(/log\s+lines?\s+`([^`]+)`|logged\s+\(`([^`]+)`|`([^`]+)`\s+in\s+the\s+log/gi),
  ].map((groups) => groups.slice(1).join('').replaceAll(/\s+/g, ' '))
}

/** Where processes write log lines; a number is a template's value. */
const sources = globSync('{gateway,services}/**/src/**/*.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .map((file) => readFileSync(path.join(root, file), 'utf8').replaceAll(/\$\{[^}]+\}/g, '0'))
  .join('\n')

describe.each(documents.filter((document) => document !== 'CHANGELOG.md'))('%s', (document) => {
  test('the log lines that it quotes are in the sources', () => {
    const quoted = logLinesOf(readFileSync(path.join(root, document), 'utf8'))
    expect(quoted.filter((line) => !sources.includes(line.replaceAll(/\d+/g, '0')))).toEqual([])
  })
})

const testFiles = globSync('{gateway,services,tests}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})

/** Tests that a document names without their folder, as `relay.int.test.ts` or `exports*.int.test.ts`. */
function testsOf(text: string): string[] {
  return [...text.matchAll(/`([\w*.-]+\.test\.tsx?)`/g)].map(([, name = '']) => name)
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')

  test('links and paths lead to files that exist', () => {
    const links = linksOf(text).map((target) => path.join(path.dirname(document), target))
    expect(
      [...links, ...pathsOf(text)].filter((file) => !existsSync(path.join(root, file))),
    ).toEqual([])
  })

  test('the tests it names exist', () => {
    const isMissing = (name: string) =>
      !testFiles.some((file) => path.matchesGlob(file, `**/${name}`))
    expect(testsOf(text).filter(isMissing)).toEqual([])
  })

  test('the npm scripts it names exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

import path from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { ALLOWED_IMPORTS, FILES_MAX, LAYERS, PACKAGES, PURE } from './rules.ts'

/** A file of the repository: its path from the root, and its text. */
export interface SourceFile {
  readonly file: string
  readonly text: string
}

interface Import {
  readonly file: string
  readonly specifier: string
  /** Path from the root; undefined when the specifier is not relative. */
  readonly target: string | undefined
}

const IMPURE =
  /^(Date\.now|new Date\(\)|Date\(|Math\.random|performance\.|process\.|crypto\.|fetch\(|set(Timeout|Interval|Immediate)\()/

const isTest = (file: string): boolean => /(^|\/)(tests|testing)\/|\.test\.tsx?$/.test(file)
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const isWithin = (name: string, parent: string): boolean =>
  name === parent || name.startsWith(`${parent}/`)
const packageOf = (file: string): string => /^(services\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file

/** Messages about files that violate a rule. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return [...files.flatMap(checkFile), ...checkFolders(files)]
}

function checkFolders(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ file }) => !isTest(file))
  return [...Map.groupBy(sources, ({ file }) => path.dirname(file))]
    .filter(([, inside]) => inside.length > FILES_MAX)
    .map(([folder, inside]) => `${folder} has ${inside.length} files: ${FILES_MAX} are allowed`)
}

function checkFile({ file, text }: SourceFile): string[] {
  const { specifiers, expressions } = read(file, text)
  const imports = specifiers.map((specifier) => ({
    file,
    specifier,
    target: specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : undefined,
  }))
  if (isTest(file)) return imports.flatMap(checkTestImport)
  return [
    ...checkPlace(file),
    ...imports.flatMap((each) => [
      ...checkPackages(each),
      ...checkTestHelpers(each),
      ...checkLineReaders(each),
      ...checkLayers(each),
      ...checkAllowedImports(each),
    ]),
    ...checkPurity(file, expressions),
  ]
}

/** Finds the imports of a file, including types, and the expressions that `IMPURE` may match. */
function read(file: string, text: string): { specifiers: string[]; expressions: string[] } {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`)
  const specifiers: string[] = []
  const expressions: string[] = []
  const add = ({ source }: { source: object | null }) => {
    if (source !== null && 'value' in source) specifiers.push(String(source.value))
  }
  new Visitor({
    ImportDeclaration: add,
    ExportAllDeclaration: add,
    ExportNamedDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    NewExpression({ start, end, arguments: [first] }) {
      expressions.push(text.slice(start, end))
      // A program for a thread: new URL('./worker.ts', import.meta.url)
      if (first?.type === 'Literal' && /^\.\.?\/.*\.ts$/.test(String(first.value)))
        specifiers.push(String(first.value))
    },
    MemberExpression: ({ start, end }) => expressions.push(text.slice(start, end)),
    CallExpression({ start, end, callee }) {
      if (callee.type === 'Identifier') expressions.push(text.slice(start, end))
    },
  }).visit(program)
  return { specifiers, expressions }
}

function checkPlace(file: string): string[] {
  if (PACKAGES[packageOf(file)] === undefined)
    return [`${file}: PACKAGES has no line for ${packageOf(file)}.`]
  return Object.keys(LAYERS)
    .filter((folder) => isWithin(file, folder) && layerOf(file, folder) === -1)
    .map((folder) => `${file}: LAYERS of ${folder} has no ${unitOf(file, folder)}.`)
}

function checkPackages(each: Import): string[] {
  const own = packageOf(each.file)
  if (each.target !== undefined && !isWithin(each.target, own))
    return broken(each, `a relative path stays inside ${own}.`)
  if (!each.specifier.startsWith('@takeoff/')) return []
  const allowed = words(PACKAGES[own] ?? '')
  if (allowed.some((name) => isWithin(each.specifier, `@takeoff/${name}`))) return []
  return broken(each, `PACKAGES allows ${own} ${allowed.join(', ') || 'nothing'} only.`)
}

function checkTestHelpers(each: Import): string[] {
  const name = each.target ?? each.specifier
  const library = ['vitest', 'fast-check'].some((tool) => isWithin(name, tool))
  return library || isTest(name) ? broken(each, 'tests stay out of production code.') : []
}

function checkLineReaders(each: Import): string[] {
  if (!/^(node:)?readline\b/.test(each.specifier)) return []
  return broken(each, 'it splits values at U+2028: use linesOf of @takeoff/kit/values/lines.')
}

/** A test may import other tests by their path, but production code of another package by name only. */
function checkTestImport(each: Import): string[] {
  if (each.target === undefined || isTest(each.target)) return []
  if (isWithin(each.target, packageOf(each.file))) return []
  return broken(each, 'production code of another package is imported by the name of the package.')
}

function checkLayers(each: Import): string[] {
  const { file, target } = each
  if (target === undefined) return []
  return Object.keys(LAYERS).flatMap((folder) => {
    if (!isWithin(file, folder) || !isWithin(target, folder)) return []
    const [from, to] = [unitOf(file, folder), unitOf(target, folder)]
    if (from === to || layerOf(target, folder) < layerOf(file, folder)) return []
    return broken(each, `LAYERS of ${folder} has ${to} not below ${from}.`)
  })
}

function checkAllowedImports(each: Import): string[] {
  const { file, specifier, target } = each
  return Object.entries(ALLOWED_IMPORTS)
    .filter(([folder, allowed]) => {
      if (target !== undefined || !isWithin(file, folder)) return false
      return !words(allowed).some((name) => isWithin(specifier, name))
    })
    .flatMap(([folder]) => broken(each, `it is not in ALLOWED_IMPORTS of ${folder}.`))
}

function checkPurity(file: string, expressions: readonly string[]): string[] {
  if (!PURE.some((folder) => isWithin(file, folder))) return []
  return expressions
    .filter((expression) => IMPURE.test(expression))
    .map(
      (expression) =>
        `${file} uses ${expression}: time, randomness and input are arguments of PURE code.`,
    )
}

function broken({ file, specifier }: Import, rule: string): string[] {
  return [`${file} imports '${specifier}': ${rule}`]
}

/** The file or folder directly in `folder` that contains `file`; `*.ts` for a file without its own layer. */
function unitOf(file: string, folder: string): string {
  const unit = file.slice(folder.length + 1).split('/')[0] ?? ''
  const isNamed = layersOf(folder).some((layer) => layer.includes(unit))
  return !isNamed && unit.endsWith('.ts') && layersOf(folder).flat().includes('*.ts')
    ? '*.ts'
    : unit
}

function layerOf(file: string, folder: string): number {
  const unit = unitOf(file, folder)
  return layersOf(folder).findIndex((layer) => layer.includes(unit))
}

const layersOf = (folder: string): string[][] => (LAYERS[folder] ?? '').split('<').map(words)

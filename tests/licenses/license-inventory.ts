/** A package of package-lock.json, as far as its license is concerned. */
export interface LockedPackage {
  readonly version?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly license?: string
}

interface LicensedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly isDev: boolean
}

/** Licenses that any dependency may have: use, change and distribution are free, with a notice at most. */
const FREE = new Set([
  '0BSD',
  'CC0-1.0',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  '(MIT AND BSD-3-Clause)',
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
])

/** Licenses with a condition, and the packages that are accepted with them. */
const CONDITIONAL: Readonly<Record<string, (one: LicensedPackage) => boolean>> = {
  // The owner chose Apollo's gateway; README.md says what the license means for an installation.
  'Elastic-2.0': ({ name }) =>
    /^@apollo\/(composition|federation-internals|gateway|query-graphs|query-planner)$/.test(name),
  // Only changed files must be published. Tools of development and of the console's build are not changed, and are not
  // distributed with Takeoff.
  'MPL-2.0': ({ isDev, name }) => isDev || /^lightningcss(?:-|$)/.test(name),
}

/** Packages whose package.json has no `license` in the form of SPDX; their license or read-me file states it. */
const STATED: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/**
 * The dependencies of package-lock.json by license, as the Markdown of docs/licenses.md, and a sentence for each that is not
 * accepted.
 */
export function licenseInventory(packages: Readonly<Record<string, LockedPackage>>) {
  const all = distinctPackages(packages)
  return {
    markdown: inventoryText(all),
    violations: all
      .filter((one) => !isAccepted(one))
      .map((one) => `${one.name} ${one.version} has the license ${one.license}`),
  }
}

function distinctPackages(packages: Readonly<Record<string, LockedPackage>>): LicensedPackage[] {
  const byKey = new Map<string, LicensedPackage>()
  for (const [place, locked] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || locked.link) continue
    const name = place.replace(/^.*node_modules\//, '')
    const { version = '', license = STATED[name] ?? 'none' } = locked
    const key = `${name} ${version}`
    // A package that one process needs at run time is no development tool, wherever else it is installed.
    const isDev = (locked.dev ?? false) && (byKey.get(key)?.isDev ?? true)
    byKey.set(key, { name, version, license, isDev })
  }
  return [...byKey.values()].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
}

function isAccepted(one: LicensedPackage): boolean {
  return FREE.has(one.license) || (CONDITIONAL[one.license]?.(one) ?? false)
}

function inventoryText(all: readonly LicensedPackage[]): string {
  const sections = [
    ['At run time', all.filter(({ isDev }) => !isDev)],
    ['For development and tests', all.filter(({ isDev }) => isDev)],
  ] as const
  return `# Licenses of the dependencies

Generated from package-lock.json by \`npm run generate\`; \`npm run check\` refuses a package whose license is not accepted. What the
Elastic License means for an installation is in the [README](../README.md#license).
${sections.map(([title, some]) => `\n## ${title}\n${licensesText(some)}`).join('')}`
}

function licensesText(some: readonly LicensedPackage[]): string {
  const byLicense = Map.groupBy(some, ({ license }) => license)
  return [...byLicense]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([license, its]) => `\n### ${license}\n\n${its.map(packageText).join(',\n')}\n`)
    .join('')
}

function packageText({ name, version }: LicensedPackage): string {
  return `\`${name}\` ${version}`
}

/** By code units: the order does not depend on the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

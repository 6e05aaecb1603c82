import { audiences } from './navigation.ts'

/** The first page of the site. */
export const homePage = `# Takeoff

Material lists and orders by API

Lists computed from measurements, orders to vendors, and a webhook for every change, behind one GraphQL endpoint.

[The first hour](integrators/index.md) [Reference](reference/index.md)

${audiences.map(({ name, title, about }) => `- [${title}](${name}/index.md) ${about}.`).join('\n')}
- [Reference](reference/index.md) Every operation, type and field, with an example for each operation.
`

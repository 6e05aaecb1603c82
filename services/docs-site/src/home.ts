import { audiences } from './navigation.ts'

/** The first page of the site. */
export const homePage = `---
layout: home-page
title: Takeoff
titleTemplate: Documentation
hero:
  name: Takeoff
  text: Material lists and orders by API
  tagline: Lists computed from measurements, orders to vendors, and a webhook for every change, behind one GraphQL endpoint.
  actions:
    - { theme: brand, text: The first hour, link: /integrators/ }
    - { theme: alt, text: Reference, link: /reference/ }
features:
${audiences
  .map(
    ({ name, title, about }) =>
      `  - { title: ${title}, details: ${about}., link: /${name}/, linkText: Read }`,
  )
  .join('\n')}
  - { title: Reference, details: 'Every operation, type and field, with an example for each operation.', link: /reference/, linkText: Look up }
---
`

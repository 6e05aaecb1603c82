import type { Element, ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Content } from '../markdown/render.ts'
import { addressOf } from '../pages.ts'
import { parts } from './sidebars.ts'
import type { Group, Link } from './sidebars.ts'

declare module 'hast' {
  /** HTML as it is, which hast-util-to-html writes as it is. */
  interface ElementContentMap {
    raw: { type: 'raw'; value: string }
  }
  interface RootContentMap {
    raw: { type: 'raw'; value: string }
  }
}

/** Addresses of the files that every page loads. */
export interface Assets {
  readonly styles: string
  /** Runs before the page is shown. */
  readonly theme: string
  readonly script: string
  readonly searchIndex: string
}

export interface PageOptions {
  readonly place: string
  readonly content: Content
  readonly sidebar: readonly Group[]
  readonly assets: Assets
}

/** A roof. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1d5c96" d="M12 3 1 13h3v8h16v-8h3z"/></svg>',
)}`
const DESCRIPTION = 'Documentation of Takeoff: material lists and orders by API.'

/** @returns the HTML of a page */
export function renderPage(options: PageOptions): string {
  const { content, sidebar, assets } = options
  const address = addressOf(options.place)
  const outline = content.sections.filter(({ level }) => level === 2 || level === 3)
  const tree: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang: 'en-US' }, [
        head(content.sections[0]?.title ?? '', address, assets),
        h('body', [
          h('a', { class: 'skip', href: '#content' }, 'Skip to content'),
          header(address),
          sidebar.length > 0 ? bar(outline.length > 0) : null,
          h('div', { class: sidebar.length > 0 ? 'columns' : 'single' }, [
            sidebar.length > 0 ? sidebarOf(sidebar, address) : null,
            h('main', { id: 'content' }, [
              h('article', [{ type: 'raw', value: content.html }]),
              neighbors(sidebar, address),
            ]),
            sidebar.length > 0 && outline.length > 0
              ? h('nav', { id: 'outline', popover: 'auto', ariaLabel: 'On this page' }, [
                  h('h2', 'On this page'),
                  list(outline, (one) =>
                    h('a', { href: `#${one.id}`, class: `level-${one.level}` }, one.title),
                  ),
                ])
              : null,
          ]),
          search(assets.searchIndex),
        ]),
      ]),
    ],
  }
  return toHtml(tree, { allowDangerousHtml: true })
}

function head(title: string, address: string, { styles, theme, script }: Assets): Element {
  const isFirst = address === '/docs/'
  return h('head', [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', isFirst ? 'Takeoff | Documentation' : `${title} | Takeoff`),
    h('meta', {
      name: 'description',
      content: isFirst ? DESCRIPTION : `${title}. ${DESCRIPTION}`,
    }),
    h('link', { rel: 'icon', href: ICON }),
    h('script', { src: theme }),
    h('link', { rel: 'stylesheet', href: styles }),
    h('script', { type: 'module', src: script }),
  ])
}

function header(address: string): Element {
  return h('header', [
    h('a', { class: 'name', href: '/docs/' }, 'Takeoff'),
    h('nav', { ariaLabel: 'Parts' }, [
      parts.map((part) =>
        h(
          'a',
          { href: part.address, ariaCurrent: address.startsWith(part.address) && 'true' },
          part.title,
        ),
      ),
    ]),
    h('button', { id: 'open-search', type: 'button', ariaKeyShortcuts: 'Control+K' }, 'Search'),
    h('button', { id: 'theme', type: 'button', ariaLabel: 'Switch between light and dark' }),
  ])
}

/** Where the sidebar and the outline are opened on a small screen. */
function bar(hasOutline: boolean): Element {
  return h('nav', { class: 'bar', ariaLabel: 'This page' }, [
    h('button', { type: 'button', popovertarget: 'sidebar' }, 'Menu'),
    hasOutline
      ? h('button', { type: 'button', popovertarget: 'outline' }, 'On this page')
      : h('a', { href: '#content' }, 'Return to top'),
  ])
}

function sidebarOf(groups: readonly Group[], address: string): Element {
  return h('nav', { id: 'sidebar', popover: 'auto', ariaLabel: 'Pages' }, [
    groups.flatMap(({ title, links }) => [
      h('h2', title),
      list(links, (one) =>
        h('a', { href: one.address, ariaCurrent: one.address === address && 'page' }, one.title),
      ),
    ]),
  ])
}

/** The pages before and after a page. */
function neighbors(groups: readonly Group[], address: string): Element | null {
  const links = groups.flatMap((group) => group.links)
  const index = links.findIndex((one) => one.address === address)
  if (index === -1) return null
  const linkTo = (name: string, one: Link | undefined) =>
    one && h('a', { class: name, href: one.address }, [h('span', `${name} page`), one.title])
  return h('nav', { class: 'neighbors', ariaLabel: 'Previous and next page' }, [
    linkTo('Previous', links[index - 1]),
    linkTo('Next', links[index + 1]),
  ])
}

function search(index: string): Element {
  return h('dialog', { id: 'search', ariaLabel: 'Search', dataIndex: index }, [
    h('input', { type: 'search', ariaLabel: 'Search', placeholder: 'Search', autocomplete: 'off' }),
    h('button', { type: 'button', class: 'close' }, 'Close'),
    h('p', { role: 'status' }),
    h('ul', { class: 'results' }),
  ])
}

function list<Item>(items: readonly Item[], entry: (item: Item) => ElementContent): Element {
  return h(
    'ul',
    items.map((item) => h('li', [entry(item)])),
  )
}

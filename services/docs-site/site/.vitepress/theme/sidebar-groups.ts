import { useRoute, withBase } from 'vitepress'
import type { DefaultTheme } from 'vitepress'
import { h } from 'vue'
import type { FunctionalComponent, VNode } from 'vue'

type Item = DefaultTheme.SidebarItem

/**
 * The groups of the sidebar, as lists of links. Those of the theme have state for each entry, and took a phone half of the time until
 * a page responds.
 */
const SidebarGroups: FunctionalComponent<{ items: readonly Item[] }> = ({ items }) => {
  const { path } = useRoute()
  return items.map((group) =>
    h('section', { class: 'sidebar-group', key: group.text }, [
      h('h2', group.link === undefined ? group.text : [linkTo(group, path)]),
      h(
        'ul',
        group.items?.map((item) => h('li', { key: item.text }, [linkTo(item, path)])),
      ),
    ]),
  )
}
SidebarGroups.props = ['items']

export default SidebarGroups

function linkTo({ link = '', text }: Item, path: string): VNode {
  const href = withBase(link)
  return h('a', { href, 'aria-current': plain(href) === plain(path) ? 'page' : undefined }, text)
}

/** The same for all addresses of a page. */
const plain = (path: string): string => path.replace(/(?:index)?(?:\.html)?$/, '')

import { withBase } from 'vitepress'
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** The default theme, whose home and missing page have no main part for screen readers. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'not-found': () =>
        h('main', { class: 'missing vp-doc' }, [
          h('h1', 'There is no such page'),
          h('p', h('a', { href: withBase('/') }, 'To the start of the documentation')),
        ]),
    }),
  enhanceApp({ app }: { readonly app: { component(name: string, component: object): void } }) {
    app.component('home-page', {
      render: () => h('main', { class: 'home' }, [h(VPHomeHero), h(VPHomeFeatures)]),
    })
  },
}

import { inBrowser, withBase } from 'vitepress'
import type { EnhanceAppContext } from 'vitepress'
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts'
import { h, nextTick } from 'vue'
import './code.css'
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
  enhanceApp({ app, router }: EnhanceAppContext) {
    app.component('home-page', {
      render: () => h('main', { class: 'home' }, [h(VPHomeHero), h(VPHomeFeatures)]),
    })
    if (!inBrowser) return
    // The router scrolls to the top when it takes over the first page, which the reader may have scrolled by then.
    let top = 0
    router.onAfterPageLoad = () => {
      top = window.scrollY
    }
    router.onAfterRouteChange = async (to) => {
      await nextTick()
      if (!to.includes('#')) window.scrollTo(0, top)
      delete router.onAfterPageLoad
      delete router.onAfterRouteChange
      // Only the first page is laid out bit by bit (style.css).
      router.onBeforePageLoad = () => document.documentElement.classList.remove('first-view')
    }
  },
}

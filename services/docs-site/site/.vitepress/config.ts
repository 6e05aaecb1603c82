import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import type { DefaultTheme } from 'vitepress'
import { cacheFolder, stagedFolder } from '../../src/folders.ts'
import { audiences } from '../../src/navigation.ts'
import { placeOf, titleOf } from '../../src/pages.ts'
import { fewElements } from './code.ts'
import { codeHostSlug, readAsOnCodeHosts } from './markdown.ts'
import { wrapSections } from './sections.ts'

const titleIn = (place: string): string => titleOf(readFileSync(path.join(stagedFolder, place)))
const linkTo = (place: string): string => `/${place.replace(/(?:index)?\.md$/, '')}`
const item = (place: string) => ({ text: titleIn(place), link: linkTo(place) })

const REFERENCE = 'reference/index.md'

const sidebars: DefaultTheme.SidebarMulti = Object.fromEntries(
  audiences.map(({ name, sections }) => [
    `/${name}/`,
    sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map((file) => item(placeOf(file))),
    })),
  ]),
)
const reference = globSync('reference/*.md', { cwd: stagedFolder })
  .filter((place) => place !== REFERENCE)
  .sort()

/** A roof. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1d5c96" d="M12 3 1 13h3v8h16v-8h3z"/></svg>',
)}`

/** A page that is opened at its start, until a link or a return leads to a place in it (style.css). */
const FIRST_VIEW = `const { classList } = document.documentElement
const [{ type } = {}] = performance.getEntriesByType('navigation')
if (type === 'navigate' && location.hash === '') classList.add('first-view')
for (const event of ['hashchange', 'popstate'])
  addEventListener(event, () => classList.remove('first-view'))`

/** Scripts that a page has inline, which become a file: a strict content security policy allows none. */
const INLINE_SCRIPT = /<script id="[\w-]+">([\s\S]*?)<\/script>/g

/** Files that the theme loads before it shows a page: icons of social media, and a class for keys that style.css hides. */
const UNUSED = /<link [^>]*vp-icons\.css[^>]*>|<script id="check-mac-os">[\s\S]*?<\/script>/g

export default defineConfig({
  title: 'Takeoff',
  description: 'Documentation of Takeoff: material lists and orders by API.',
  lang: 'en-US',
  base: '/docs/',
  head: [
    ['link', { rel: 'icon', href: ICON }],
    ['script', { id: 'first-view' }, FIRST_VIEW],
  ],
  srcDir: stagedFolder,
  cacheDir: path.join(cacheFolder, 'vite'),
  cleanUrls: true,
  // Else the theme adds a style element, which the strict content security policy refuses.
  appearance: { disableTransition: false },
  metaChunk: true,
  // Addresses of a stack on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: codeHostSlug },
    config: (markdown) => {
      readAsOnCodeHosts(markdown)
      wrapSections(markdown)
    },
    codeTransformers: [fewElements],
    image: { lazyLoading: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: (html, _id, { siteConfig }) => {
    const used = html.replaceAll(UNUSED, '')
    const inline = [...used.matchAll(INLINE_SCRIPT)].map(([, code]) => `{${code}}`)
    writeFileSync(path.join(siteConfig.outDir, 'before.js'), inline.join('\n'))
    return (
      used
        .replaceAll(INLINE_SCRIPT, '')
        .replace('</head>', '<script src="/docs/before.js"></script></head>')
        // Pages are read without their scripts: these come after the styles.
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
    )
  },
  vite: {
    resolve: {
      alias: [
        {
          find: './VPSidebarGroup.vue',
          replacement: fileURLToPath(new URL('theme/sidebar-groups.ts', import.meta.url)),
        },
      ],
    },
    // The bundler does not know the target of the repository's tsconfig.json.
    esbuild: { tsconfigRaw: '{}' },
    // The search index is loaded by those who search.
    build: { chunkSizeWarningLimit: 2_000 },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      ...audiences.map(({ name, title }) => ({
        text: title,
        link: `/${name}/`,
        activeMatch: `^/${name}/`,
      })),
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
    ],
    sidebar: {
      ...sidebars,
      '/source/': sidebars['/operators/'] ?? [],
      '/reference/': [{ ...item(REFERENCE), items: reference.map(item) }],
    },
    outline: { level: [2, 3] },
    externalLinkIcon: true,
  },
})

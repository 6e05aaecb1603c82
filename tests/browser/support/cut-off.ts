import type { Page } from 'playwright-core'

/** The texts and values of a page that are cut off, or that one has to scroll sideways for. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *:not(.visually-hidden)')]
      .filter((element) => {
        // Widths are rounded, so one pixel more is none.
        const isWider = element.scrollWidth > element.clientWidth + 1
        const isField = element.matches('input, textarea')
        const isHigher = isField && element.scrollHeight > element.clientHeight + 1
        const isClipped = getComputedStyle(element).overflowX !== 'visible'
        return isClipped && element.clientWidth > 0 && (isWider || isHigher)
      })
      .map((element) =>
        element.matches('input, textarea')
          ? (element as HTMLInputElement).value
          : element.innerText,
      ),
  )
}

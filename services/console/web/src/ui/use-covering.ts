import { useCallback } from 'react'
import type { RefCallback } from 'react'

/**
 * Tells the styles how high something is that covers a part of the page while it is scrolled: what gets the focus must
 * not stand behind it. Its height depends on its texts and on the width of the screen.
 * @param property the custom property with its height
 * @param onCover is called with it when its height has changed
 */
export function useCovering(
  property: '--bar-height' | '--totals-height' | '--messages-height',
  onCover?: (element: HTMLElement) => void,
): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => {
        style.setProperty(property, `${element.offsetHeight}px`)
        onCover?.(element)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(property)
      }
    },
    [property, onCover],
  )
}

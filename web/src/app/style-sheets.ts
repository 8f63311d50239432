/**
 * Replaces react-style-singleton (vite.config.ts), with which Mantine's dialogs keep the page from scrolling: that
 * writes style elements, which the content security policy refuses. A constructed sheet is no markup, so nobody can
 * inject one into a page.
 */
import { useEffect } from 'react'

/** One sheet for all its users; it goes with the last. */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      if (users++ > 0) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      if (--users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return (styles: string, dynamic?: boolean) => {
    // Only dynamic styles follow their text, like in the library.
    const watched = dynamic ? styles : ''
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
      // oxlint-disable-next-line react/exhaustive-deps -- see above
    }, [watched])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
